/**
 * What canaries are worth: unchanged builds on a machine that changes between the sides, and changed code on one that
 * does not.
 *   node bench/canaries.ts [--builds 200] [--seed 1]
 */
import { parseArgs } from 'node:util';
import type { Verdict } from '../src/contract/documents.ts';
import { createRandom } from '../src/stats/random.ts';
import { type Planted, simulate } from './canaries/simulate.ts';

const { values } = parseArgs({
  options: {
    builds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});

const isRed = ({ counts }: Verdict): boolean => counts.blocking > 0;
const isVetoed = ({ series }: Verdict): boolean =>
  series.some(({ evidence }) => evidence.veto !== undefined);
const saw = ({ problems }: Verdict): boolean =>
  problems.some(({ code }) => code === 'machine-changed' || code === 'machine-jumped');

const machineChanges: readonly Planted[] = [
  { name: 'nothing' },
  { name: 'nothing, one reading in five waits', busy: 0.2 },
  { name: 'machine 10% slower', machine: 0.1 },
  { name: 'machine 30% slower', machine: 0.3 },
  { name: 'machine 100% slower', machine: 1 },
  { name: 'machine 30% slower, one reading in five waits', machine: 0.3, busy: 0.2 },
  { name: 'machine 30% slower in half of the executions', machine: 0.3, share: 0.5 },
  { name: 'machine 100% slower in half of the executions', machine: 1, share: 0.5 },
  { name: 'disk twice as slow', machine: 1, parts: /^disk/ },
];
const codeChanges: readonly Planted[] = [
  { name: 'code 10% slower', code: 0.1 },
  { name: 'code 30% slower', code: 0.3 },
  { name: 'code 30% slower, canaries 20% slower after its test', code: 0.3, leftBehind: 0.2 },
  { name: 'code 30% slower, one reading in five waits', code: 0.3, busy: 0.2 },
];

function simulateAll(builds: number, seed: number): void {
  console.log(`${builds} simulated builds each, seed ${seed}`);
  console.log('planted | red without canaries | red with them | a canary vetoed | it was named');
  for (const planted of [...machineChanges, ...codeChanges]) {
    const random = createRandom(seed);
    const tally = { without: 0, red: 0, vetoed: 0, named: 0 };
    for (let build = 0; build < builds; build += 1) {
      const { withVeto, withoutVeto } = simulate(random, planted);
      tally.without += Number(isRed(withoutVeto));
      tally.red += Number(isRed(withVeto));
      tally.vetoed += Number(isVetoed(withVeto));
      tally.named += Number(saw(withVeto));
    }
    const { named, red, vetoed, without } = tally;
    console.log(`${planted.name} | ${without} | ${red} | ${vetoed} | ${named}`);
  }
}

simulateAll(Number(values.builds), Number(values.seed));
