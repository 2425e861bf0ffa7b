/**
 * How often `perigee compare HEAD HEAD` calls identical code red, or leaves it undecided, on this machine: on the
 * benchmarks of the sync example, or on those that a published package ships, with the suite that `perigee init` writes.
 *   npx node bench/live-aa.ts [sync | PACKAGE] [builds]
 * after `npm run build`. Prints the conclusion of each build, and the shares with 90% confidence (Wilson).
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
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
  registry: 'go' | 'npm' | 'pypi' | 'crate';
  name: string;
  version: string;
}

/** Puts the sources of the package into the folder, by the registry's own client. @param aside an empty folder */
function fetchPackage(
  { registry, name, version }: PublishedPackage,
  folder: string,
  aside: string,
): void {
  if (registry === 'crate') {
    mkdirSync(join(aside, 'src'));
    writeFileSync(join(aside, 'src/lib.rs'), '');
    const own = '[package]\nname = "aside"\nversion = "0.0.0"\nedition = "2021"\n';
    writeFileSync(join(aside, 'Cargo.toml'), `${own}[dependencies]\n${name} = "=${version}"\n`);
    call(aside, ['cargo', 'vendor', '--quiet']);
    cpSync(join(aside, 'vendor', name), folder, { recursive: true });
    return;
  }
  if (registry === 'go') {
    const { Dir } = JSON.parse(
      call(aside, ['go', 'mod', 'download', '-json', `${name}@${version}`]),
    ) as { Dir: string };
    cpSync(Dir, folder, { recursive: true });
    // The cache of modules is read-only.
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    }
    return;
  }
  if (registry === 'npm') call(aside, ['npm', 'pack', '--silent', `${name}@${version}`]);
  else {
    const options = ['--no-deps', '--no-binary', ':all:', '--quiet'];
    call(aside, ['pip', 'download', ...options, `${name}==${version}`]);
  }
  const [archive = ''] = readdirSync(aside);
  call(folder, ['tar', 'xzf', join(aside, archive), '--strip-components=1']);
}

const [subject = 'sync', builds = '1'] = process.argv.slice(2);
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));

const packages: readonly PublishedPackage[] = [
  { registry: 'npm', name: 'fast-uri', version: '3.0.6' },
  { registry: 'npm', name: 'mqtt-packet', version: '9.0.2' },
  { registry: 'npm', name: 'fast-redact', version: '3.5.0' },
  { registry: 'npm', name: 'process-warning', version: '5.1.1' },
  { registry: 'npm', name: 'fast-decode-uri-component', version: '1.0.1' },
  { registry: 'npm', name: 'quick-format-unescaped', version: '4.0.4' },
  { registry: 'npm', name: 'retimer', version: '4.0.0' },
  { registry: 'pypi', name: 'mistune', version: '3.4.0' },
  { registry: 'pypi', name: 'wcwidth', version: '0.9.4' },
];

const example = fileURLToPath(new URL('../examples/sync', import.meta.url));

/** A repository with one commit, and everything that has to be removed afterwards. */
function makeRepository(): { folder: string; place: string } {
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
  }
  const git = (...args: string[]): string =>
    call(folder, ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args]);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force', '.');
  git('commit', '--quiet', '--message=One');
  if (chosen !== undefined) call(folder, [process.execPath, perigee, 'init']);
  return { folder, place };
}

function compare(folder: string): Verdict {
  call(folder, [process.execPath, perigee, 'compare', 'HEAD', 'HEAD'], [0, 1, 3, 4]);
  const json = call(folder, [process.execPath, perigee, 'report', '--format', 'json']);
  return JSON.parse(json) as Verdict;
}

function describeShare(hits: number, all: number): string {
  const ends = [boundOf(hits, all, -1), boundOf(hits, all, 1)];
  const [low, high] = ends.map((end) => (100 * Math.max(end, 0)).toFixed(1));
  return `${hits} of ${all} (${low} to ${high}%)`;
}

const { folder, place } = makeRepository();
try {
  const conclusions: Verdict['conclusion'][] = [];
  for (let build = 1; build <= Number(builds); build += 1) {
    const { conclusion, headline, series } = compare(folder);
    conclusions.push(conclusion);
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`${build}: ${headline} (${series.length} series, load ${load})`);
  }
  const count = (wanted: Verdict['conclusion']): number =>
    conclusions.filter((conclusion) => conclusion === wanted).length;
  for (const wanted of ['regressed', 'undecided', 'incomplete'] as const) {
    console.log(`${subject}, ${wanted}: ${describeShare(count(wanted), conclusions.length)}`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
