/** A process of its own, so that neither Perigee's heap nor its compiler disturbs what the canaries take. */
import { stopSignals } from '../../async/stop-signals.ts';
import { cpuLimit } from '../../contract/canaries.ts';
import { readCpuLimit } from './cpu-limit.ts';
import { prepareWorkloads } from './workloads.ts';

export interface CanaryRequest {
  names: readonly string[];
  /** Writable, on the disk that the tests use. */
  directory: string;
  /** The first request: each runs some times, until the compiler is done with it. */
  isFirst?: true;
}

/** Nanoseconds by name; or why there are none. */
export type CanaryAnswer = { readings: Record<string, number> } | { why: string };

const workloads = new Map(Object.entries(await prepareWorkloads()));
const warmUpsAtFirst = 10;
/** Caches hold data of the test before, which would count; the others do not notice it. */
const needsCaches = /^(cpu|memory)\./;

async function measure({ directory, names, isFirst }: CanaryRequest): Promise<CanaryAnswer> {
  const readings: Record<string, number> = {};
  for (const name of names) {
    if (name === cpuLimit) readings[name] = readCpuLimit();
    const run = workloads.get(name);
    if (run === undefined) continue;
    const warmUps = needsCaches.test(name) ? (isFirst === true ? warmUpsAtFirst : 1) : 0;
    for (let i = 0; i < warmUps; i += 1) await run(directory);
    const started = process.hrtime.bigint();
    await run(directory);
    readings[name] = Number(process.hrtime.bigint() - started);
  }
  return { readings };
}

process.on('message', (request: CanaryRequest) => {
  measure(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ why: (error as Error).message }),
  );
});
// Ctrl-C reaches every process of the terminal; the runner ends this one when it has its record.
for (const signal of stopSignals) process.on(signal, () => undefined);
process.send?.('ready');
