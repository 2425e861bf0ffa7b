/**
 * What `record` costs the test that calls it: a call at the median and at the 95th percentile, with a
 * collector and without, and what 100,000 values of one span take: memory of the test, and time until they
 * are with the collector. `npx node bench/record-cost.ts` prints it for both SDKs.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExecute } from '../src/profile/create-execute.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
const values = 100_000;
/** Calls that are timed together: one call is below what a clock resolves. */
const batch = 100;

const nodeProgram = `
import { profile, record } from ${JSON.stringify(join(root, 'src/profile/sdk.ts'))};
const costs = [];
await profile('warm-up', () => { for (let i = 0; i < 20_000; i += 1) record('warm', i); });
let begin, before = 0, after = 0;
await profile('work', () => {
  global.gc(); before = process.memoryUsage().heapUsed;
  for (let from = 0; from < ${values}; from += ${batch}) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < ${batch}; i += 1) record('wait', from + i + 0.5, { unit: 'ms' });
    costs.push(Number(process.hrtime.bigint() - start) / ${batch} / 1000);
  }
  global.gc(); after = process.memoryUsage().heapUsed;
  begin = process.hrtime.bigint();
});
const sent = Number(process.hrtime.bigint() - begin) / 1e6;
costs.sort((a, b) => a - b);
console.log(costs[costs.length / 2], costs[Math.floor(costs.length * 0.95)], (after - before) / 1e6, sent);
`;
const pythonProgram = `
import gc, time, tracemalloc
from perigee import profile, record
costs = []
with profile("work"):
    for start in range(0, ${values}, ${batch}):
        begin = time.perf_counter_ns()
        for i in range(${batch}): record("wait", start + i + 0.5)
        costs.append((time.perf_counter_ns() - begin) / ${batch} / 1000)
tracemalloc.start()
with profile("work"):
    for i in range(${values}): record("again", i + 0.5)
    memory = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    begin = time.perf_counter_ns()
sent = (time.perf_counter_ns() - begin) / 1e6
costs.sort()
print(costs[len(costs) // 2], costs[int(len(costs) * 0.95)], memory, sent)
`;
const programs = {
  node: [process.execPath, '--expose-gc', '--input-type=module', '--eval', nodeProgram],
  python: ['python3', '-c', pythonProgram],
};

for (const [language, command] of Object.entries(programs)) {
  for (const collector of ['none', 'perigee'] as const) {
    const logFile = join(folder, `${language}-${collector}.log`);
    const profiling = await createExecute(0);
    const before = process.memoryUsage().rss;
    const { outcome } = await profiling.execute({
      command: collector === 'none' ? ['env', '-u', 'PERIGEE_SOCKET', ...command] : command,
      directory: root,
      environment: { PATH: process.env['PATH'] ?? '', PYTHONPATH: join(root, 'sdk/python') },
      timeoutMs: 60_000,
      logFile,
      services: [],
      signal: new AbortController().signal,
    });
    const grown = (process.memoryUsage().rss - before) / 1e6;
    await profiling.close();
    const text = readFileSync(logFile, 'utf8').trim();
    if (outcome.status !== 'passed') throw new Error(`${outcome.status}: ${text}`);
    const [median = 0, high = 0, memory = 0, sent = 0] = text.split(' ').map(Number);
    console.log(
      `${language}, collector: ${collector}: median ${median.toFixed(3)} us, 95th percentile ${high.toFixed(3)} us; ` +
        `${values} values: ${memory.toFixed(1)} MB in the test, sent in ${sent.toFixed(0)} ms, Perigee grew by ${grown.toFixed(0)} MB`,
    );
  }
}
rmSync(folder, { recursive: true });
