/**
 * What `perigee compare` concludes on this machine of identical code, or of code that does more: of the sync example, or
 * of published packages with a short workload each.
 *   npx node bench/live-aa.ts [sync | PROGRAM | all] [builds of each] [time | instructions] [percent of more work]
 * after `npm run build`. Every second build runs beside a busy loop. Prints the conclusion of each build, and the shares
 * with 90% confidence (Wilson). With `instructions`, also what was counted: `all` are ten programs of four languages.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../src/contract/documents.ts';
import { boundOf } from './calibration-run.ts';
import { countable, describeCounted, programs } from './live-aa/programs.ts';

const [asked = 'sync', builds = '1', time = '2m', more = '0'] = process.argv.slice(2);
const isCounted = time === 'instructions';
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));
const example = fileURLToPath(new URL('../examples/sync', import.meta.url));

/** As many rounds as take half a second of CPU time, which the first commit fixes, and as how many its start counts. */
const calibrate = `import { writeFileSync } from 'node:fs';
import { round } from './work.mjs';
const usedMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
const startMs = usedMs();
let rounds = 0;
for (; usedMs() < startMs + 500; rounds += 1) round();
writeFileSync('rounds.json', JSON.stringify({ rounds, start: (rounds * startMs) / 500 }));
`;

const suite = (name: string): string => `version: 1
suite: ${name}
setup: [[npm, install, --no-audit, --no-fund, --silent]]
tests:
  - { name: few, command: [node, run.mjs, '0.5'] }
  - { name: many, command: [node, run.mjs, '1'] }
`;

/** @param percent by how much more the whole test does, its start included */
const run = (percent: string) => `import { readFileSync } from 'node:fs';
import { round } from './work.mjs';
const { rounds, start } = JSON.parse(readFileSync('rounds.json', 'utf8'));
const usual = rounds * Number(process.argv[2]);
const more = (usual + start) * ${percent} / 100;
for (let done = 0; done < usual + more; done += 1) round();
`;

/** @returns what it printed @throws Error with all of it when it ends with another status */
function call(directory: string, command: readonly string[], expected = [0]): string {
  const [program = '', ...args] = command;
  const options = { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (error !== undefined) throw error;
  if (expected.includes(status ?? -1)) return stdout;
  throw new Error(`${command.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}

/** A repository with two commits: the second does more, or nothing. */
function makeRepository(subject: string, folder: string): void {
  const write = (file: string, content: string): void => writeFileSync(join(folder, file), content);
  const commit = (message: string): void => {
    const git = ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost'];
    call(folder, [...git, 'add', '--all', '.']);
    call(folder, [...git, 'commit', '--quiet', '--allow-empty', `--message=${message}`]);
  };
  call(folder, ['git', 'init', '--quiet', '--initial-branch=main']);
  if (subject === 'sync') {
    const isLeft = (path: string): boolean => !/\/(node_modules|\.bench|\.perigee)$/.test(path);
    cpSync(example, folder, { recursive: true, filter: isLeft });
    commit('One');
    commit('Two');
    return;
  }
  const chosen = programs.find(({ name }) => name === subject);
  if (chosen === undefined) throw new Error(`there is no subject ${subject}`);
  const { name, version, work } = chosen;
  if (isCounted) {
    const { filesWith, prepare } = describeCounted(chosen);
    for (const percent of ['0', more]) {
      for (const [file, content] of filesWith(percent)) write(file, content);
      call(folder, ['sh', '-c', prepare]);
      commit(percent);
    }
    return;
  }
  write('package.json', JSON.stringify({ private: true, dependencies: { [name]: version } }));
  write('.gitignore', 'node_modules\n');
  write('work.mjs', work);
  write('run.mjs', run('0'));
  write('perigee.yml', suite(name));
  call(folder, ['npm', 'install', '--no-audit', '--no-fund', '--silent']);
  call(folder, [process.execPath, '--input-type=module', '--eval', calibrate]);
  commit('One');
  write('run.mjs', run(more));
  commit('Two');
}

function compare(folder: string): Verdict {
  const times = ['--time', time, ...(more === '0' ? [] : ['--fail-fast'])];
  const options = isCounted ? ['--instructions', 'only'] : times;
  const command = [process.execPath, perigee, 'compare', 'HEAD~1', 'HEAD', ...options];
  call(folder, command, [0, 1, 3, 4]);
  const json = call(folder, [process.execPath, perigee, 'report', '--format', 'json']);
  return JSON.parse(json) as Verdict;
}

function describeShare(hits: number, all: number): string {
  const ends = [boundOf(hits, all, -1), boundOf(hits, all, 1)];
  const [low, high] = ends.map((end) => (100 * Math.max(end, 0)).toFixed(1));
  return `${hits} of ${all} (${low} to ${high}%)`;
}

const conclusions: Verdict['conclusion'][] = [];
const node = programs.filter(({ language }) => language === 'node').map(({ name }) => name);
for (const subject of asked === 'all' ? (isCounted ? countable : node) : asked.split(',')) {
  const place = mkdtempSync(join(tmpdir(), 'perigee-live-aa-'));
  const folder = join(place, 'repository');
  mkdirSync(folder);
  try {
    makeRepository(subject, folder);
    for (let build = 1; build <= Number(builds); build += 1) {
      const busy = build % 2 === 0 ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined;
      const started = performance.now();
      const { conclusion, headline, series } = compare(folder);
      busy?.kill('SIGKILL');
      conclusions.push(conclusion);
      const beside = busy === undefined ? '' : ', beside a busy loop';
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      console.log(
        `${subject} ${build}: ${headline} (${series.length} series, ${seconds} s${beside})`,
      );
      for (const { before, after } of isCounted ? series : []) {
        console.log(`  ${before.values.join(' ')} -> ${after.values.join(' ')}`);
      }
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
for (const wanted of ['regressed', 'undecided', 'incomplete'] as const) {
  const count = conclusions.filter((conclusion) => conclusion === wanted).length;
  console.log(`${wanted}: ${describeShare(count, conclusions.length)}`);
}
