/**
 * `perigee bisect` on histories of the sync example in which one commit made it slower and some do not build:
 * `node bench/bisect-live.ts [searches] [commits] [slower] [seed] [ways]`, after `npm run build`, e.g. `10 16 0.25 1`.
 * A fifth argument names the ways: `search`, `binary` (believes the medians of five pairs) and `linear` (each commit
 * against the one before, until one turns red); `search,binary` where nothing is said. Prints what each found, how many
 * pairs it took, and how long. Everything it writes is gone afterwards.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../src/contract/documents.ts';
import { createRandom } from '../src/stats/random.ts';
import { median } from '../src/stats/trim.ts';

const [searches = 1, commits = 16, slower = 0.25, seed = 1] = process.argv.slice(2, 6).map(Number);
const chosen = process.argv[6];
const program = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));
const example = fileURLToPath(new URL('../examples/sync', import.meta.url));
const brokenShare = 0.15;

interface History {
  folder: string;
  good: string;
  /** All of them, the good one first. */
  commits: string[];
  culprit: string;
  broken: number;
}

/** Each commit touches the code; the culprit's push costs more of whatever it cost. */
function makeHistory(folder: string, random: () => number): History {
  cpSync(example, folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.bench|\.perigee)$/.test(path),
  });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const commit = (subject: string): string => {
    git('add', '--all');
    git('commit', '--quiet', `--message=${subject}`);
    return git('rev-parse', 'HEAD');
  };
  git('init', '--quiet', '--initial-branch=main');
  const good = commit('Begin');
  const made = [good];
  const at = 1 + Math.floor(random() * commits);
  const prepare = join(folder, 'bench/prepare.js');
  const sound = readFileSync(prepare, 'utf8');
  let culprit = '';
  let broken = 0;
  for (let number = 1; number <= commits; number += 1) {
    const isBroken = number < commits && random() < brokenShare;
    broken += isBroken ? 1 : 0;
    writeFileSync(prepare, isBroken ? `${sound}\nthrow new Error('not finished');\n` : sound);
    appendFileSync(join(folder, 'src/limits.js'), `// ${number}\n`);
    if (number === at) slowDown(join(folder, 'src/push.js'));
    const id = commit(`Change ${number}`);
    made.push(id);
    if (number === at) culprit = id;
  }
  return { folder, good, commits: made, culprit, broken };
}

function slowDown(file: string): void {
  const text = readFileSync(file, 'utf8').replace(
    'export async function push({ root, index: indexFolder, url })',
    `export async function push(options) {
  const start = process.cpuUsage();
  const result = await pushOnce(options);
  const { user, system } = process.cpuUsage(start);
  const most = (user + system) * ${1 + slower};
  for (let now = 0; now < most; ) {
    const used = process.cpuUsage(start);
    now = used.user + used.system;
  }
  return result;
}

async function pushOnce({ root, index: indexFolder, url })`,
  );
  if (!text.includes('pushOnce({')) throw new Error('the example has another push');
  writeFileSync(file, text);
}

const follow = ['--test', 'rename a tree', '--span', 'rename', '--metric', 'cpu.total'];

type Outcome = { answer: 'right' | 'wrong' | 'unsure'; pairs: number; details: string };

function run({ folder }: History, args: readonly string[]): { stdout: string; stderr: string } {
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
}

function search(history: History): Outcome {
  const args = ['bisect', history.good, 'main', ...follow, '--format', 'json'];
  const { stderr, stdout } = run(history, args);
  if (stdout === '') {
    const last = stderr.split('\n').slice(-4).join(' ');
    return { answer: 'unsure', pairs: 0, details: `no answer: ${last}` };
  }
  const finding = JSON.parse(stdout) as {
    isFound: boolean;
    suspects: { commit: string }[];
    comparisons: { pairs: number }[];
    notMeasured: unknown[];
    chance: number;
  };
  const { chance, comparisons, isFound, notMeasured, suspects } = finding;
  const isRight = suspects.some(({ commit }) => commit === history.culprit);
  return {
    answer: isFound ? (isRight ? 'right' : 'wrong') : 'unsure',
    pairs: comparisons.reduce((sum, one) => sum + one.pairs, 0),
    details: `of ${suspects.length}, ${(100 * chance).toFixed(1)}% sure; ${comparisons.length} comparisons, ${notMeasured.length} of ${history.broken} broken commits met`,
  };
}

interface Compared {
  pairs: number;
  /** Of the medians, on the log scale. */
  size: number;
  isRegressed: boolean;
}

/** @returns undefined where a side cannot be measured */
function compare(
  history: History,
  [from, to]: readonly [string, string],
  suite: readonly string[],
): Compared | undefined {
  const runs = join(history.folder, '.perigee/runs');
  const known = new Set(existsSync(runs) ? readdirSync(runs) : []);
  run(history, ['compare', from, to, ...follow.slice(0, 2), '--affected', 'all', ...suite]);
  const fresh = existsSync(runs) ? readdirSync(runs).filter((id) => !known.has(id)) : [];
  const file = fresh.map((id) => join(runs, id, 'verdict.json')).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const { series } = JSON.parse(readFileSync(file, 'utf8')) as Pick<Verdict, 'series'>;
  const found = series.find(({ metric, span }) => metric === 'cpu.total' && span === 'rename');
  if (found === undefined) return undefined;
  const [before, after] = [found.before.values, found.after.values].map((values) =>
    median(values.flatMap((value) => value ?? [])),
  );
  return {
    pairs: found.after.values.length,
    size: Math.log((after as number) / (before as number)),
    isRegressed: found.state === 'regressed',
  };
}

function conclude(
  { commits: all, culprit }: History,
  from: number,
  to: number,
  pairs: number,
): Outcome {
  const at = all.indexOf(culprit);
  return { answer: from < at && at <= to ? 'right' : 'wrong', pairs, details: `${to - from} left` };
}

/** As `git bisect run` with a script that compares the medians of five pairs: each answer is believed. */
function bisectNaively(history: History): Outcome {
  const file = join(history.folder, '..', 'five.yml');
  const suite = readFileSync(join(history.folder, 'perigee.yml'), 'utf8');
  writeFileSync(file, suite.replace(/^maxRepeats:.*$/m, 'maxRepeats: 5'));
  let [low, high, pairs] = [0, commits, 0];
  const broken = new Set<number>();
  for (;;) {
    const between = Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i);
    const usable = between.filter((one) => !broken.has(one));
    const middle = usable[Math.floor(usable.length / 2)];
    if (middle === undefined) return conclude(history, low, high, pairs);
    const ends = [history.good, history.commits[middle] as string] as const;
    const compared = compare(history, ends, ['--config', file]);
    if (compared === undefined) {
      broken.add(middle);
      continue;
    }
    pairs += compared.pairs;
    if (compared.size > Math.log1p(slower) / 2) high = middle;
    else low = middle;
  }
}

/** As a job for each commit: the first that turns red. */
function compareEach(history: History): Outcome {
  let [from, pairs] = [0, 0];
  for (let to = 1; to <= commits; to += 1) {
    const ends = [history.commits[from] as string, history.commits[to] as string] as const;
    const compared = compare(history, ends, []);
    if (compared === undefined) continue;
    pairs += compared.pairs;
    if (compared.isRegressed) return conclude(history, from, to, pairs);
    from = to;
  }
  return { answer: 'unsure', pairs, details: 'none turned red' };
}

const ways: Record<string, (history: History) => Outcome> = {
  search,
  binary: bisectNaively,
  linear: compareEach,
};
const names = (chosen ?? 'search,binary').split(',');
const all = new Map(names.map((name) => [name, [] as (Outcome & { minutes: number })[]]));
for (let number = 0; number < searches; number += 1) {
  const place = mkdtempSync(join(tmpdir(), 'perigee-bisect-'));
  try {
    const history = makeHistory(join(place, 'repository'), createRandom(seed + number));
    for (const [name, outcomes] of all) {
      // None has what another one measured.
      rmSync(join(history.folder, '.perigee'), { recursive: true, force: true });
      const started = performance.now();
      const way = ways[name];
      if (way === undefined) throw new Error(`no way is called ${name}`);
      const outcome = way(history);
      const minutes = (performance.now() - started) / 60_000;
      outcomes.push({ ...outcome, minutes });
      console.log(
        `${number + 1} ${name}: ${outcome.answer}, ${outcome.pairs} pairs, ${minutes.toFixed(1)} min; ${outcome.details}`,
      );
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
console.log(`${commits} commits, ${slower * 100}% slower, seed ${seed}:`);
for (const [name, outcomes] of all) {
  const count = (answer: Outcome['answer']): number =>
    outcomes.filter((one) => one.answer === answer).length;
  const mean = (of: 'pairs' | 'minutes'): string =>
    (outcomes.reduce((sum, one) => sum + one[of], 0) / outcomes.length).toFixed(1);
  console.log(
    `  ${name}: ${count('right')} right, ${count('wrong')} wrong, ${count('unsure')} unsure of ${searches}; ${mean('pairs')} pairs and ${mean('minutes')} min each`,
  );
}
