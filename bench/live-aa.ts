/**
 * How often `perigee compare HEAD HEAD` calls identical code red, or leaves it undecided, on this machine: on the
 * benchmarks of the sync example, or on those that published packages ship, with the suite that `perigee init` writes.
 *   npx node bench/live-aa.ts [sync | PACKAGE | all] [builds of each] [time]
 * after `npm run build`. Every second build runs beside a busy loop. Prints the conclusion of each build, and the shares
 * with 90% confidence (Wilson).
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
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
import { boundOf } from './bound-of-share.ts';

/** @returns what it printed @throws Error with all of it when it ends with another status */
function call(directory: string, command: readonly string[], expected = [0]): string {
  const [program = '', ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (error !== undefined) throw error;
  if (expected.includes(status ?? -1)) return stdout;
  throw new Error(`${command.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}

interface PublishedPackage {
  registry: 'npm' | 'pypi';
  name: string;
  version: string;
}

/** Puts the sources of the package into the folder, by the registry's own client. @param aside an empty folder */
function fetchPackage(
  { registry, name, version }: PublishedPackage,
  folder: string,
  aside: string,
): void {
  if (registry === 'npm') call(aside, ['npm', 'pack', '--silent', `${name}@${version}`]);
  else {
    const options = ['--no-deps', '--no-binary', ':all:', '--quiet'];
    call(aside, ['pip', 'download', ...options, `${name}==${version}`]);
  }
  const [archive = ''] = readdirSync(aside);
  call(folder, ['tar', 'xzf', join(aside, archive), '--strip-components=1']);
}

const [asked = 'sync', builds = '1', time = '2m'] = process.argv.slice(2);
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));

const packages: readonly PublishedPackage[] = [
  { registry: 'npm', name: 'fast-uri', version: '3.0.6' },
  { registry: 'npm', name: 'mqtt-packet', version: '9.0.2' },
  { registry: 'npm', name: 'fast-redact', version: '3.5.0' },
  { registry: 'npm', name: 'process-warning', version: '5.1.1' },
  { registry: 'npm', name: 'fast-decode-uri-component', version: '1.0.1' },
  { registry: 'npm', name: 'quick-format-unescaped', version: '4.0.4' },
  { registry: 'npm', name: 'retimer', version: '4.0.0' },
  { registry: 'npm', name: 'fast-safe-stringify', version: '2.1.1' },
  { registry: 'pypi', name: 'mistune', version: '3.4.0' },
  { registry: 'pypi', name: 'wcwidth', version: '0.9.4' },
];

const example = fileURLToPath(new URL('../examples/sync', import.meta.url));

/** A repository with one commit, and everything that has to be removed afterwards. */
function makeRepository(subject: string): { folder: string; place: string } {
  const place = mkdtempSync(join(tmpdir(), 'perigee-live-aa-'));
  const [folder, aside] = [join(place, 'repository'), join(place, 'aside')];
  mkdirSync(folder);
  const chosen = packages.find(({ name }) => name === subject);
  if (subject === 'sync') {
    cpSync(example, folder, {
      recursive: true,
      filter: (path) => !/\/(node_modules|\.bench|\.perigee)$/.test(path),
    });
  } else if (chosen === undefined) {
    throw new Error(`there is no subject ${subject}`);
  } else {
    mkdirSync(aside);
    fetchPackage(chosen, folder, aside);
    keepLoaded(folder);
  }
  const git = (...args: string[]): string =>
    call(folder, ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args]);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force', '.');
  git('commit', '--quiet', '--message=One');
  if (chosen !== undefined) call(folder, [process.execPath, perigee, 'init']);
  return { folder, place };
}

/** Linters and runners of tests take a minute to install on each side, and no benchmark loads them. */
function keepLoaded(folder: string): void {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return;
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
    devDependencies?: Record<string, string>;
  };
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /bench.*\.[cm]?js$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const wanted = Object.entries(manifest.devDependencies ?? {}).filter(([name]) =>
    new RegExp(`['"]${name}['"/]`).test(code),
  );
  writeFileSync(path, JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(wanted) }));
}

function compare(folder: string): Verdict {
  const command = [process.execPath, perigee, 'compare', 'HEAD', 'HEAD', '--time', time];
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
for (const subject of asked === 'all' ? packages.map(({ name }) => name) : [asked]) {
  const { folder, place } = makeRepository(subject);
  try {
    for (let build = 1; build <= Number(builds); build += 1) {
      const busy = build % 2 === 0 ? spawn(process.execPath, ['-e', 'for (;;);']) : undefined;
      const { conclusion, headline, series } = compare(folder);
      busy?.kill('SIGKILL');
      conclusions.push(conclusion);
      const beside = busy === undefined ? '' : ', beside a busy loop';
      console.log(`${subject} ${build}: ${headline} (${series.length} series${beside})`);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
for (const wanted of ['regressed', 'undecided', 'incomplete'] as const) {
  const count = conclusions.filter((conclusion) => conclusion === wanted).length;
  console.log(`${wanted}: ${describeShare(count, conclusions.length)}`);
}
