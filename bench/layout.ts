/**
 * How much builds of the same code differ: 30 builds each, their runs in turn, CPU time as each run counts it.
 *
 *   node bench/layout.ts [builds] [runs] [seed]
 *
 * C is linked with the objects in one order, or in another one for each build. Node runs from folders whose paths
 * are equally long, or of different lengths with environments of different sizes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom, type Random } from '../src/stats/random.ts';

const [builds = 30, runs = 15, seed = 1] = process.argv.slice(2).map(Number);
const random = createRandom(seed);
const root = mkdtempSync(join(tmpdir(), 'perigee-layout-'));

interface Build {
  command: string[];
  folder: string;
  environment: Record<string, string>;
}

const parts = 24;

/** Each object holds one step of the work behind code that is never called, as in any program. */
function writeC(folder: string): string[] {
  const names = Array.from({ length: parts }, (_, part) => {
    const idle = Array.from(
      { length: 40 + ((part * 37) % 90) },
      (_each, i) => `int idle${part}_${i}(int x) { return x * ${i + 3} + ${part}; }`,
    );
    const step = `unsigned step${part}(unsigned *t, unsigned x) { for (int i = 0; i < 64; i++) { x ^= t[(x >> ${part % 7}) & 1023]; if (x & ${1 << (part % 9)}) x = x * ${2 * part + 5}u + i; else t[x & 1023] += x >> 3; } return x; }`;
    writeFileSync(join(folder, `part${part}.c`), [...idle, step].join('\n'));
    return `part${part}`;
  });
  const calls = names.map((_name, part) => `x = step${part}(t, x);`).join(' ');
  const declared = names.map((_name, part) => `unsigned step${part}(unsigned *, unsigned);`);
  writeFileSync(
    join(folder, 'main.c'),
    `#include <stdio.h>\n#include <time.h>\n${declared.join('\n')}\nstatic unsigned t[1024];\nint main(void) { unsigned x = 1; for (int i = 0; i < 8000; i++) { ${calls} } fprintf(stderr, "%u", x); printf("%ld", (long)clock()); return 0; }`,
  );
  for (const name of ['main', ...names])
    execFileSync('gcc', ['-O2', '-c', `${name}.c`], { cwd: folder });
  return names.map((name) => join(folder, `${name}.o`));
}

function buildC(objects: string[], main: string, folder: string): Build {
  mkdirSync(folder, { recursive: true });
  execFileSync('gcc', ['-o', join(folder, 'program'), main, ...objects]);
  return { command: [join(folder, 'program')], folder, environment: {} };
}

const program = `const words = Array.from({ length: 3000 }, (_, i) => 'w' + ((i * 7919) % 1009) + 'x'.repeat(i % 7));
let sum = 0;
for (let round = 0; round < 40; round += 1) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  sum += JSON.stringify([...counts].sort(([a], [b]) => (a < b ? -1 : 1))).length;
}
const { user, system } = process.cpuUsage();
process.stderr.write(String(sum));
process.stdout.write(String(user + system));
`;

function buildNode(folder: string, environment: Record<string, string>): Build {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'program.mjs'), program);
  return { command: [process.execPath, join(folder, 'program.mjs')], folder, environment };
}

function shuffle<T>(values: readonly T[], draw: Random): T[] {
  const left = [...values];
  return values.map(() => left.splice(Math.floor(draw() * left.length), 1)[0] as T);
}

function runOnce({ command: [file = '', ...rest], folder, environment }: Build): number {
  const { stdout, status } = spawnSync(file, rest, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} ended with ${status}`);
  return Number(stdout);
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** What two halves of the runs of each build agree on is of the build, and not of the runs. */
function covariance(some: readonly number[], others: readonly number[]): number {
  const [a, b] = [mean(some), mean(others)];
  return (
    some.reduce((sum, each, i) => sum + (each - a) * ((others[i] as number) - b), 0) /
    (some.length - 1)
  );
}

/** The mean of the middle half. */
function locate(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return mean(sorted.slice(Math.floor(sorted.length / 4), Math.ceil((3 * sorted.length) / 4)));
}

function tell(name: string, made: readonly Build[]): void {
  const values = made.map((): number[] => []);
  for (const build of made) runOnce(build);
  for (let run = 0; run < runs; run += 1) {
    for (const at of shuffle([...made.keys()], random)) {
      values[at]?.push(Math.log(runOnce(made[at] as Build)));
    }
  }
  const half = (rest: number) => values.map((own) => locate(own.filter((_, i) => i % 2 === rest)));
  const levels = values.map(locate);
  const shared = covariance(half(0), half(1));
  const percent = (share: number) => `${(100 * share).toFixed(2)}%`.padStart(9);
  console.log(
    `${name.padEnd(44)} ${percent(Math.sqrt(covariance(levels, levels)))} ${percent(Math.sqrt(Math.max(0, shared)))} ${percent(Math.max(...levels) - Math.min(...levels))}`,
  );
}

try {
  const folder = join(root, 'objects');
  mkdirSync(folder);
  const objects = writeC(folder);
  const main = join(folder, 'main.o');
  const each = Array.from({ length: builds }, (_, i) => i);
  const at = (kind: string, i: number, long = '') => join(root, kind, `${100 + i}${long}`);
  console.log(`${builds} builds, ${runs} runs of each, seed ${seed}`);
  console.log(
    'what is built; how far levels vary; what two halves of the runs agree on; lowest to highest',
  );
  tell(
    'C, one order of objects',
    each.map((i) => buildC(objects, main, at('same', i))),
  );
  tell(
    'C, another order for each',
    each.map((i) => buildC(shuffle(objects, random), main, at('order', i))),
  );
  tell(
    'Node, paths of one length',
    each.map((i) => buildNode(at('node', i), {})),
  );
  tell(
    'Node, paths and environments of all lengths',
    each.map((i) =>
      buildNode(at('path', i, 'x'.repeat(Math.floor(150 * random()))), {
        PADDING: 'x'.repeat(Math.floor(4000 * random())),
      }),
    ),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
