/**
 * Plants random faults, one at a time, in a copy of the last commit, and runs the tests that import the file:
 *
 *   npx node scripts/mutate.ts [--each 9] [--seed N] [--room FOLDER]... [--least 80]
 *
 * Visits every room of the code unless you name some; a room draws the same faults from a seed alone as with others.
 * Prints what no test noticed, and how many of the faults were noticed in each room. Ends with 1 where a room shows
 * less than you ask for, by more than its small sample explains. Uses what `npm run build` left.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../src/stats/random.ts';
import { listTrackedFiles, root } from './checks/tracked-files.ts';
import { listMutations, type Mutation } from './mutation/list-mutations.ts';
import { findImporters, isBeside, listNearestTests } from './mutation/nearest-tests.ts';
import { longTests } from './testing/long-first.ts';

/** What tests say of a fault. `does not run`: no test failed by itself, which proves nothing. */
type Finding = 'noticed' | 'unnoticed' | 'does not run';

/** The last commit in a folder of its own, in which faults can be planted. */
interface Copy {
  /** Runs some tests while a file holds another text. One that fails without the fault as well proves nothing. */
  tryText: (file: string, text: string, tests: readonly string[]) => Promise<Finding>;
}

const vitest = 'node_modules/vitest/vitest.mjs';
/** A test that waits for something that a fault took away has to end some time. */
const mostMs = 180_000;

/** Gives a copy to `work`, with what `npm run build` left, and removes it afterwards. */
async function withCopy<T>(work: (copy: Copy) => Promise<T>): Promise<T> {
  const parent = mkdtempSync(join(tmpdir(), 'perigee-mutation-'));
  const folder = join(parent, 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD'], { cwd: root });
  try {
    for (const name of ['node_modules', 'dist', '.cache']) {
      if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name));
    }
    const known = new Map<string, 'red' | 'green'>();
    return await work({
      tryText: async (file, text, tests) => {
        for (;;) {
          const able = tests.filter((test) => known.get(test) !== 'red');
          const { finding, failed } = await tryText(folder, file, text, able);
          const unknown = failed.filter((test) => !known.has(test));
          if (unknown.length === 0) return finding;
          const red = await listFailed(folder, unknown);
          for (const test of unknown) known.set(test, red.includes(test) ? 'red' : 'green');
          for (const test of red) console.log(`red without any fault, so left out: ${test}`);
          if (failed.some((test) => known.get(test) === 'green')) return finding;
        }
      },
    });
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
    rmSync(parent, { recursive: true, force: true });
  }
}

async function tryText(
  folder: string,
  file: string,
  text: string,
  tests: readonly string[],
): Promise<{ finding: Finding; failed: string[] }> {
  if (tests.length === 0) return { finding: 'unnoticed', failed: [] };
  const place = join(folder, file);
  const whole = readFileSync(place, 'utf8');
  writeFileSync(place, text);
  try {
    // Where vitest stops at the first failure, it sometimes ends before it has told which test that was.
    for (const options of [['--bail=1'], []]) {
      const { code, output } = await runTests(folder, [...options, ...tests]);
      if (code === 0) return { finding: 'unnoticed', failed: [] };
      const failed = readFailed(output);
      // A loop without an end is noticed: the tests never finish.
      if (code === null || failed.length > 0) return { finding: 'noticed', failed };
    }
    return { finding: 'does not run', failed: [] };
  } finally {
    writeFileSync(place, whole);
  }
}

/** @returns those of these tests that fail */
async function listFailed(folder: string, tests: readonly string[]): Promise<string[]> {
  const { code, output } = await runTests(folder, tests);
  return code === null ? [...tests] : readFailed(output);
}

function readFailed(output: string): string[] {
  const found = output.matchAll(/^ FAIL .*?(test\/\S+\.test\.ts) > /gm);
  return [...new Set([...found].map(([, file = '']) => file))];
}

/** @returns the exit code; null where the tests had not ended in time */
async function runTests(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  // A group of its own: a worker in an endless loop would outlive the process that started it.
  const child = spawn(process.execPath, [vitest, 'run', '--no-color', ...args], {
    ...{ cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (output += part));
  }
  const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), mostMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, output };
}

/** How many tests run at first; where they miss a fault, the others follow, up to so many. */
const [fewTests, mostTests] = [3, 32];

interface Planted extends Mutation {
  room: string;
  file: string;
  tests: string[];
}

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '9' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    room: { type: 'string', multiple: true },
    least: { type: 'string', default: '0' },
  },
});
const files = new Map(
  listTrackedFiles()
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
const rooms = values.room ?? listRooms();
const importers = findImporters(files);
const drawn = rooms.flatMap((room) => drawFaults(room, Number(values.each)));
console.log(`seed ${values.seed}: ${drawn.length} faults in ${rooms.join(', ')}`);
const noticed = await withCopy(tryAll);
const counts = rooms.map((room) => {
  const own = drawn.filter((fault) => fault.room === room);
  return { room, count: own.filter((fault) => noticed.has(fault)).length, of: own.length };
});
for (const { room, count, of } of [
  ...counts,
  { room: 'all', count: noticed.size, of: drawn.length },
]) {
  const share = `${((100 * count) / of).toFixed(0)}%`;
  console.log(`${room.padEnd(20)} ${`${count} of ${of}`.padEnd(12)} ${share}`);
}
const least = Number(values.least) / 100;
// Two standard deviations: a room that reaches the share falls below that in one night of fifty.
const tooFew = counts.filter(
  ({ count, of }) => count < least * of - 2 * Math.sqrt(of * least * (1 - least)),
);
for (const { room } of tooFew) console.log(`${room} notices less than ${values.least}%`);
process.exitCode = tooFew.length === 0 && noticed.size >= drawn.length * least ? 0 : 1;

/** Each folder of `src`, and the code of each program beside it. */
function listRooms(): string[] {
  const named = /^(?:src\/[^/]+|(?:bot|action|buildkite-plugin)\/src)(?=\/)/;
  return [...new Set([...files.keys()].flatMap((file) => named.exec(file) ?? []))].toSorted();
}

function drawFaults(room: string, count: number): Planted[] {
  const random = createRandom(Number(values.seed));
  const all = [...files]
    .filter(([file]) => file === room || file.startsWith(`${room}/`))
    .flatMap(([file, text]) =>
      listMutations(file, text).map((fault) => ({ ...fault, room, file })),
    );
  const chosen = new Map<number, (typeof all)[number]>();
  while (chosen.size < Math.min(count, all.length)) {
    const index = Math.floor(random() * all.length);
    const fault = all[index];
    if (fault !== undefined) chosen.set(index, fault);
  }
  return [...chosen.values()].map((fault) => ({ ...fault, tests: findTests(fault.file) }));
}

/** The long ones last, and only those beside its own: most of the others run what was built before. */
function findTests(file: string): string[] {
  const tests = listNearestTests(importers, file);
  const isLong = (test: string): boolean => longTests.includes(test);
  const long = tests.filter((test) => isLong(test) && isBeside(test, file));
  return [...tests.filter((test) => !isLong(test)).slice(0, mostTests), ...long];
}

async function tryAll(copy: Copy): Promise<Set<Planted>> {
  const found = new Set<Planted>();
  for (const fault of drawn) {
    const finding = await tryFault(copy, fault);
    if (finding === 'noticed') found.add(fault);
    console.log(`${finding.padEnd(12)} ${fault.file}:${fault.line}: ${fault.what}`);
  }
  return found;
}

async function tryFault(copy: Copy, { file, text, tests }: Planted): Promise<Finding> {
  const finding = await copy.tryText(file, text, tests.slice(0, fewTests));
  return finding === 'unnoticed' ? copy.tryText(file, text, tests.slice(fewTests)) : finding;
}
