/**
 * `perigee bisect` on histories of the sync example in which one commit made it slower and some do not build:
 * `node bench/bisect-live.ts [searches] [commits] [slower] [seed]`, after `npm run build`, e.g. `10 16 0.25 1`.
 * Prints what each search found, and how many pairs it took. Everything it writes is gone afterwards.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../src/stats/random.ts';

const [searches = 1, commits = 16, slower = 0.25, seed = 1] = process.argv.slice(2).map(Number);
const program = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));
const example = fileURLToPath(new URL('../examples/sync', import.meta.url));
const brokenShare = 0.15;

interface History {
  folder: string;
  good: string;
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
    if (number === at) culprit = id;
  }
  return { folder, good, culprit, broken };
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

let right = 0;
for (let number = 0; number < searches; number += 1) {
  const place = mkdtempSync(join(tmpdir(), 'perigee-bisect-'));
  try {
    const history = makeHistory(join(place, 'repository'), createRandom(seed + number));
    const follow = ['--test', 'rename a tree', '--span', 'rename', '--metric', 'cpu.total'];
    const started = performance.now();
    const { stderr, stdout } = spawnSync(
      process.execPath,
      [program, 'bisect', history.good, 'main', ...follow, '--format', 'json'],
      { cwd: history.folder, encoding: 'utf8' },
    );
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    if (stdout === '') {
      console.log(
        `${number + 1}: no answer after ${minutes} min: ${stderr.split('\n').slice(-4).join(' ')}`,
      );
      continue;
    }
    const finding = JSON.parse(stdout) as {
      isFound: boolean;
      suspects: { commit: string }[];
      comparisons: { pairs: number }[];
      notMeasured: unknown[];
      chance: number;
    };
    const isRight =
      finding.isFound && finding.suspects.some(({ commit }) => commit === history.culprit);
    right += isRight ? 1 : 0;
    const pairs = finding.comparisons.reduce((sum, one) => sum + one.pairs, 0);
    const what = isRight ? 'right' : finding.isFound ? 'wrong' : 'unsure';
    console.log(
      `${number + 1}: ${what}, of ${finding.suspects.length}, ${(100 * finding.chance).toFixed(1)}% sure; ${pairs} pairs in ${finding.comparisons.length} comparisons, ${finding.notMeasured.length} of ${history.broken} broken commits met, ${minutes} min`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
console.log(
  `${right} of ${searches} right (${commits} commits, ${slower * 100}% slower, seed ${seed})`,
);
