/**
 * What a span costs the test that marks it: begin plus end, at the median, with the collector and
 * without. `npx node bench/span-cost.ts` prints it for both SDKs and both tiers, and beside it what two
 * round trips to a collector that reads nothing take: how fast an idle processor wakes up differs by a
 * factor of two between hosts, and between hours of one host.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
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

/** Answers every message at once. */
async function answerOnly(path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (line: string) => {
      socket.write(`{"ok":true,"id":${/"id":\s*(\d+)/.exec(line)?.[1]}}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}

type Collector = 'none' | 'answers only' | 'tier 0' | 'tier 1';

async function measure(collector: Collector, command: string[]): Promise<string> {
  const logFile = join(folder, `${Math.random()}.log`);
  const profiling = await createExecute(collector === 'tier 1' ? 1 : 0);
  const echo = join(folder, 'echo');
  const server = await answerOnly(echo);
  // The program itself changes its environment before it loads.
  const change: Record<Collector, string[]> = {
    none: ['env', '-u', 'PERIGEE_SOCKET'],
    'answers only': ['env', `PERIGEE_SOCKET=${echo}`],
    'tier 0': [],
    'tier 1': [],
  };
  const { outcome } = await profiling.execute({
    command: [...change[collector], ...command],
    directory: root,
    environment: { PATH: process.env['PATH'] ?? '', PYTHONPATH: join(root, 'sdk/python') },
    timeoutMs: 60_000,
    logFile,
    services: [],
    signal: new AbortController().signal,
  });
  await profiling.close();
  server.close();
  const text = readFileSync(logFile, 'utf8').trim();
  if (outcome.status !== 'passed') throw new Error(`${outcome.status}: ${text}`);
  const [median = Number.NaN, high = Number.NaN] = text.split(' ').map(Number);
  return `median ${median.toFixed(2)} us, 95th percentile ${high.toFixed(2)} us`;
}

for (const [language, command] of Object.entries(programs)) {
  for (const collector of ['none', 'answers only', 'tier 0', 'tier 1'] as const) {
    console.log(`${language}, collector: ${collector}: ${await measure(collector, command)}`);
  }
}
rmSync(folder, { recursive: true });
