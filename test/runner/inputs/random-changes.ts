/**
 * Programs that read at random, and changes at random, with an oracle: the program itself, which prints all
 * that it has learnt. A change after which it prints something else is one that it is affected by.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Observer } from '../../../src/contract/observation.ts';
import { compareInputs, type InputsVerdict } from '../../../src/runner/inputs/compare-inputs.ts';
import { listInputs } from '../../../src/runner/inputs/list-inputs.ts';
import { takeManifest } from '../../../src/runner/inputs/manifest.ts';
import type { Random } from '../../../src/stats/random.ts';
import { createContentComparison } from '../../../src/runner/inputs/same-content.ts';

const execute = promisify(execFile);

export interface Tally {
  changes: number;
  /** Said to be the same, and printed something else: there must be none. */
  wrong: string[];
  same: number;
  /** Said to be affected, although the program prints the same. */
  cautious: number;
}

/**
 * @param changes to one repository, for which one execution is observed
 */
export async function playRound(
  observer: Observer,
  random: Random,
  changes: number,
): Promise<Tally> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'perigee-random-')));
  const [one, other] = [join(folder, 'aaaa1111'), join(folder, 'bbbb2222')];
  const tally: Tally = { changes: 0, wrong: [], same: 0, cautious: 0 };
  try {
    mkdirSync(one);
    grow(one, random);
    const names = listAll(one);
    const command = drawProgram(names, random, observer.means.includes('strace'));
    const before = takeManifest(one);
    const { ended: learnt, observation } = await observer.observe(
      { folder: one, directory: one },
      (wrap) => runIn(one, wrap(command)),
    );
    for (let i = 0; i < changes; i += 1) {
      rmSync(other, { recursive: true, force: true });
      cpSync(one, other, { recursive: true, verbatimSymlinks: true });
      const what = change(other, random);
      const after = takeManifest(other);
      const inputs = listInputs(observation, before, after);
      const isSameContent = createContentComparison(before, after);
      const verdict: InputsVerdict = compareInputs({ inputs, before, after, isSameContent });
      const printsSame = (await runIn(other, command)) === learnt;
      tally.changes += 1;
      if (verdict.kind === 'equal') {
        tally.same += 1;
        if (!printsSame) tally.wrong.push(`${what} for ${command.join(' ')}`);
      } else if (printsSame) tally.cautious += 1;
    }
    return tally;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns what it printed */
export async function runIn(
  directory: string,
  [program = '', ...args]: readonly string[],
): Promise<string> {
  return (await execute(program, args, { cwd: directory })).stdout;
}

const words = ['a', 'b', 'c', 'd', 'e'];

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

function drawPath(random: Random): string {
  const depth = 1 + Math.floor(random() * 3);
  return Array.from({ length: depth }, () => pick(words, random)).join('/');
}

export function grow(root: string, random: Random): void {
  for (let i = 0; i < 25; i += 1) add(root, drawPath(random), random);
}

/** A file, a folder or a link, where there is room for it. */
function add(root: string, name: string, random: Random): boolean {
  const path = join(root, name);
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
    mkdirSync(dirname(path), { recursive: true });
    const kind = random();
    if (kind < 0.2) symlinkSync(drawTarget(random), path);
    else if (kind < 0.3) mkdirSync(path);
    else writeFileSync(path, String(Math.floor(random() * 1000)));
    return true;
  } catch {
    // A file or a link stands in the way.
    return false;
  }
}

function drawTarget(random: Random): string {
  return `${random() < 0.5 ? '../' : ''}${drawPath(random)}`;
}

/** Through no link: some lead round in a circle. */
export function listAll(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = join(folder, entry.name);
    return entry.isDirectory() ? [name, ...listAll(root, name)] : [name];
  });
}

/** One change of a commit. @returns what it did */
export function change(root: string, random: Random, except: readonly string[] = []): string {
  const isOwn = (name: string) => !except.includes(name.split('/')[0] ?? '');
  const names = listAll(root).filter(isOwn);
  const name = pick(names, random);
  const path = join(root, name);
  const facts = lstatSync(path, { throwIfNoEntry: false });
  const kind = random();
  if (facts === undefined || kind < 0.25) {
    const fresh = drawPath(random);
    return `add ${fresh} ${add(root, fresh, random)}`;
  }
  if (kind < 0.45) {
    rmSync(path, { recursive: true, force: true });
    return `remove ${name}`;
  }
  if (facts.isSymbolicLink()) {
    rmSync(path);
    symlinkSync(drawTarget(random), path);
    return `link ${name} elsewhere`;
  }
  if (facts.isFile() && kind < 0.9) {
    writeFileSync(path, String(Math.floor(random() * 1000)));
    return `write ${name}`;
  }
  if (facts.isFile()) {
    chmodSync(path, 0o755);
    return `make ${name} executable`;
  }
  const fresh = `${name}/${pick(words, random)}`;
  return `add ${fresh} ${add(root, fresh, random)}`;
}

/** What a step of the program asks, and prints the answer to. */
const steps = {
  read: 'cat "$1" 2>&1',
  head: 'head -c 2 "$1" 2>&1',
  list: 'ls -a "$1" 2>&1',
  source: 'sed -n 1p < "$1" 2>&1',
  // Of these only a trace shows the question.
  isThere: 'test -e "$1"; echo $?',
  isFolder: 'test -d "$1"; echo $?',
  mayRun: 'test -x "$1"; echo $?',
  target: 'readlink "$1"; echo $?',
  size: 'stat -Lc %s "$1" 2>&1',
  first: 'for x in "$1.js" "$1" "$1/a"; do if test -f "$x"; then cat "$x"; break; fi; done',
};
const asking = ['isThere', 'isFolder', 'mayRun', 'target', 'size', 'first'];

/** A shell that asks a few things, each in the words of another program. */
export function drawProgram(
  names: readonly string[],
  random: Random,
  mayAsk: boolean,
): [string, ...string[]] {
  const kinds = Object.keys(steps).filter((kind) => mayAsk || !asking.includes(kind));
  const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const kind = pick(kinds, random) as keyof typeof steps;
    const path = random() < 0.7 ? pick(names, random) : drawPath(random);
    const inSub = random() < 0.2 && existsSync(path) ? `cd ${dirname(path)}; ` : '';
    return `set -- '${path}'; (${inSub}${steps[kind]})`;
  });
  return ['/bin/sh', '-c', `${lines.join('; ')}; true`];
}
