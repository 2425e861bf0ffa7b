/**
 * Whether `perigee variability` names the noise that is there: a source of noise is switched on and off at random while
 * a small suite runs, and the strongest thing that latency goes with must be one that such a source moves.
 * `node bench/planted-noise.ts [times]`, after `npm run build`, on a machine that is otherwise quiet; about three
 * minutes for each time. Everything it starts and writes is gone afterwards.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joinGroup } from './canaries/plants.ts';
import type { Variability } from '../src/variability/measure-variability.ts';

const times = Number(process.argv[2] ?? 2);
const program = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));

/** It hashes, and flushes some files, reads a large one, or asks a server. */
const work = `
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
const block = Buffer.alloc(1 << 20, 1);
for (let i = 0; i < 150; i += 1) createHash('sha256').update(block).digest();
const { PART, OUTSIDE } = process.env;
if (PART === 'read') for (let i = 0; i < 3; i += 1) readFileSync(OUTSIDE + '/large');
if (PART === 'ask') {
  const port = readFileSync(OUTSIDE + '/port', 'utf8');
  for (let i = 0; i < 20; i += 1) await (await fetch('http://127.0.0.1:' + port)).text();
}
if (PART === 'flush') for (let i = 0; i < 40; i += 1) {
  const file = openSync('data', 'w');
  writeSync(file, block, 0, 4096);
  fsyncSync(file);
  closeSync(file);
}
rmSync('data', { force: true });
`;

const burn = `
const until = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
`;
const flush = `
import { fsyncSync, openSync, writeSync } from 'node:fs';
import { rmSync } from 'node:fs';
const block = Buffer.alloc(1 << 20, 1);
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
`;

interface Source {
  name: string;
  /** What may be named first. */
  right: RegExp;
  /** A program, and how many of it run. */
  script: string;
  copies: number;
  /** What the test does besides hashing. */
  part?: 'flush' | 'read' | 'ask';
  /** Bytes that the test and the program have together, where the machine permits a limit. */
  memory?: number;
}

// The programs that take the CPU are Node, too.
const cpuWords = /involuntary|host.cpu_pressure|host.load_average|^program node$/;
const sources: readonly Source[] = [
  {
    name: 'programs that take all CPUs now and then',
    right: cpuWords,
    script: `${burn} for (;;) { pause(500 + 3000 * Math.random()); until(500 + 1500 * Math.random()); }`,
    copies: 2 * availableParallelism(),
  },
  {
    name: 'a timer that wakes programs at fixed times',
    right: cpuWords,
    script: `${burn} for (;;) { pause(1700 - (Date.now() % 1700)); until(500); }`,
    copies: 2 * availableParallelism(),
  },
  {
    name: 'a program that flushes to the same disk now and then',
    right: /host.disk_pressure|voluntary|host.load_average/,
    script: `${flush} const file = openSync('hog', 'w'); process.on('SIGTERM', () => { rmSync('hog'); process.exit(); });
      for (;;) { pause(500 + 3000 * Math.random()); const end = Date.now() + 500 + 1500 * Math.random();
        while (Date.now() < end) { for (let i = 0; i < 16; i += 1) writeSync(file, block); fsyncSync(file); } }`,
    copies: 2,
    part: 'flush',
  },
  {
    name: 'a program that takes the memory now and then',
    right: /host.memory_pressure|page_faults.major|disk.read/,
    script: `import { spawnSync } from 'node:child_process';
      ${burn} const take = 'Buffer.alloc(600 << 20, 1); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)';
      for (;;) { pause(500 + 3000 * Math.random()); spawnSync(process.execPath, ['--eval', take]); }`,
    copies: 1,
    part: 'read',
    memory: 1000 << 20,
  },
  {
    name: 'a network that is slow now and then',
    right: /^waiting$/,
    script: `import { createServer } from 'node:http';
      import { writeFileSync } from 'node:fs';
      let slow = 0;
      const turn = () => { slow = slow ? 0 : 20 * Math.random(); setTimeout(turn, 500 + 3000 * Math.random()); };
      turn();
      const server = createServer((_, answer) => setTimeout(() => answer.end('x'), slow * Math.random()));
      server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)));`,
    copies: 1,
    part: 'ask',
  },
];

let found = 0;
let asked = 0;
for (let time = 0; time < times; time += 1) {
  for (const source of sources) {
    const named = measure(source);
    const isRight = source.right.test(named[0] ?? '');
    asked += 1;
    if (isRight) found += 1;
    console.log(
      `${isRight ? 'named' : 'MISSED'}  ${source.name}: ${named.slice(0, 3).join(', ') || 'nothing'}`,
    );
  }
}
console.log(`named first: ${found} of ${asked}`);

/** What the latency of the test goes with, the strongest first. */
function measure({ copies, memory, part, script }: Source): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-planted-noise-'));
  const hogs: ChildProcess[] = [];
  const group = memory === undefined ? undefined : joinGroup('memory');
  try {
    if (group !== undefined) {
      writeFileSync(join(group.folder, 'memory.limit_in_bytes'), String(memory));
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
        cwd: folder,
      });
    git('init', '--quiet');
    writeFileSync(join(folder, 'work.mjs'), work);
    writeFileSync(
      join(folder, 'perigee.yml'),
      `version: 1
suite: noise
setup: []
warmup: 1
tests:
  - name: work
    command: [node, work.mjs]
    timeout: 60s
    environment: { PART: '${part ?? ''}', OUTSIDE: '${folder}' }
`,
    );
    git('add', '--all');
    git('commit', '--quiet', '--message=Start');
    // Not in the repository.
    for (let part = 0; part < 20; part += 1) {
      appendFileSync(join(folder, 'large'), Buffer.alloc(10 << 20, 1));
    }
    for (let copy = 0; copy < copies; copy += 1) {
      hogs.push(
        spawn(process.execPath, ['--input-type=module', '--eval', script], {
          cwd: folder,
          stdio: 'ignore',
        }),
      );
    }
    const output = join(folder, 'spread.json');
    execFileSync(
      process.execPath,
      [
        program,
        'variability',
        '--rounds',
        '3',
        '--runs',
        '14',
        '--format',
        'json',
        '--output',
        output,
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    const { causes } = JSON.parse(readFileSync(output, 'utf8')) as Variability;
    return causes.map(({ what }) => what);
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL');
    group?.leave();
    rmSync(folder, { recursive: true, force: true });
  }
}
