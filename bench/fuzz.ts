/**
 * Sends random and hostile input to every entry point of docs/threat-model.md:
 *
 *   npx node bench/fuzz.ts [--inputs 100000] [--seed N] [--only PART-OF-NAME]...
 *
 * Ends with 1 where an input crashes one, does harm, or costs more than test/fuzz/measure.ts allows. Each
 * fault is told with its seed: `--inputs 1 --seed N --only NAME` repeats it.
 */
import { parseArgs } from 'node:util';
import { entries } from '../test/fuzz/entries.ts';
import { closeReaders } from '../test/fuzz/entries/readers.ts';
import { fuzz } from '../test/fuzz/measure.ts';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string', multiple: true },
  },
});
const [inputs, seed] = [Number(values.inputs), Number(values.seed)];
const chosen = entries.filter(
  ({ name }) => values.only?.some((part) => name.includes(part)) ?? true,
);
console.log(`${inputs} inputs each for ${chosen.length} entry points, seed ${seed}`);
for (const entry of chosen) {
  const start = performance.now();
  const { faults, inputs: sent, worst } = await fuzz(entry, seed, inputs);
  const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(4);
  const most = `${worst.cpuMs.toFixed(1).padStart(7)} ms ${(worst.bytes / 2 ** 20).toFixed(1).padStart(6)} MiB`;
  console.log(`${String(sent).padStart(7)} ${seconds} s ${most}  ${entry.name}`);
  for (const fault of faults)
    console.log(`  seed ${fault.seed}: ${fault.what}\n    ${fault.input}`);
  if (faults.length > 0) process.exitCode = 1;
}
closeReaders();
