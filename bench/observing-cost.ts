/**
 * What observing adds to one execution of a test, by mechanism, in percent of the execution without it.
 *   nice node bench/observing-cost.ts [executions]
 * The programs: Node that loads 300 modules, a shell that starts 100 processes, Python that imports its standard
 * library, and one that only computes. Plain and observed executions take turns; the fastest of each are compared.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObservationMeans, WrapCommand } from '../src/contract/observation.ts';
import { createObserver } from '../src/profile/observe/create-observer.ts';

const executions = Number(process.argv[2] ?? 15);
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'perigee-observing-')));
mkdirSync(join(folder, 'modules'));
const modules = Array.from({ length: 300 }, (_, at) => `./modules/m${at}.cjs`);
for (const each of modules) writeFileSync(join(folder, each), 'module.exports = 1;\n');
writeFileSync(join(folder, 'load.cjs'), modules.map((each) => `require('${each}');\n`).join(''));
writeFileSync(
  join(folder, 'work.cjs'),
  'let x = 0; for (let i = 0; i < 5e8; i++) x = (x * 31 + i) | 0;',
);

const programs: readonly [what: string, command: readonly string[]][] = [
  ['loads 300 modules', ['node', 'load.cjs']],
  ['starts 100 processes', ['sh', '-c', 'for i in $(seq 100); do cat load.cjs > /dev/null; done']],
  ['imports in Python', ['python3', '-c', 'import argparse, asyncio, http.client, json, unittest']],
  ['computes', ['node', 'work.cjs']],
];
const means: readonly ObservationMeans[][] = [['strace'], ['inotify'], ['strace', 'inotify']];

async function run(command: readonly string[]): Promise<void> {
  const [program = '', ...args] = command;
  await once(spawn(program, args, { cwd: folder, stdio: 'ignore' }), 'close');
}

/** @returns milliseconds, with all that observing does before and after it */
async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function tellMore(ratio: number): string {
  const percent = Math.round(100 * (ratio - 1));
  return `${percent < 0 ? '' : '+'}${percent}%`;
}

try {
  console.log(
    `${'program'.padEnd(24)}${'plain'.padStart(10)}${means.map((one) => one.join('+').padStart(18)).join('')}`,
  );
  for (const [what, command] of programs) {
    const observers = await Promise.all(means.map((one) => createObserver(one)));
    const plain: number[] = [];
    const observed = means.map((): number[] => []);
    for (let i = 0; i < executions; i += 1) {
      plain.push(await time(() => run(command)));
      for (const [at, observer] of observers.entries()) {
        if (observer === undefined) continue;
        const place = { folder, directory: folder };
        const follow = (wrap: WrapCommand) => run(wrap(command));
        observed[at]?.push(await time(() => observer.observe(place, follow)));
      }
    }
    const base = Math.min(...plain);
    const cells = observed.map((times) =>
      times.length === 0 ? 'not here' : tellMore(Math.min(...times) / base),
    );
    console.log(
      `${what.padEnd(24)}${`${base.toFixed(0)} ms`.padStart(10)}${cells.map((cell) => cell.padStart(18)).join('')}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
