/**
 * What a span costs the test that marks it: begin plus end, at the median, with the collector and
 * without. `npx node bench/span-cost.ts` prints it for both SDKs and both tiers.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExecute } from '../src/profile/create-execute.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
const spans = 3000;

const nodeProgram = `
import { profile } from ${JSON.stringify(join(root, 'src/profile/sdk.ts'))};
const costs = [];
for (let i = 0; i < ${spans}; i += 1) {
  const begin = process.hrtime.bigint();
  await profile('empty', () => undefined);
  costs.push(Number(process.hrtime.bigint() - begin) / 1000);
}
costs.sort((a, b) => a - b);
console.log(costs[${spans} / 2], costs[Math.floor(${spans} * 0.95)]);
`;
const pythonProgram = `
import sys, time
from perigee import profile
costs = []
for _ in range(${spans}):
    begin = time.perf_counter_ns()
    with profile("empty"):
        pass
    costs.append((time.perf_counter_ns() - begin) / 1000)
costs.sort()
print(costs[${spans} // 2], costs[int(${spans} * 0.95)])
`;
const programs = {
  node: [process.execPath, '--input-type=module', '--eval', nodeProgram],
  python: ['python3', '-c', pythonProgram],
};

async function measure(atMost: 0 | 1 | undefined, command: string[]): Promise<string> {
  const logFile = join(folder, `${Math.random()}.log`);
  const profiling = await createExecute(atMost ?? 0);
  // Without a collector: the program itself takes the socket out of its environment before it loads.
  const without = ['env', '-u', 'PERIGEE_SOCKET', ...command];
  const { outcome } = await profiling.execute({
    command: atMost === undefined ? without : command,
    directory: root,
    environment: { PATH: process.env['PATH'] ?? '', PYTHONPATH: join(root, 'sdk/python') },
    timeoutMs: 60_000,
    logFile,
    services: [],
    signal: new AbortController().signal,
  });
  await profiling.close();
  const text = readFileSync(logFile, 'utf8').trim();
  if (outcome.status !== 'passed') throw new Error(`${outcome.status}: ${text}`);
  const [median = Number.NaN, high = Number.NaN] = text.split(' ').map(Number);
  return `median ${median.toFixed(2)} us, 95th percentile ${high.toFixed(2)} us`;
}

for (const [language, command] of Object.entries(programs)) {
  for (const tier of [undefined, 0, 1] as const) {
    const what = tier === undefined ? 'without collector' : `tier ${tier}`;
    console.log(`${language}, ${what}: ${await measure(tier, command)}`);
  }
}
rmSync(folder, { recursive: true });
