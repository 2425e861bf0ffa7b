/**
 * From nothing to a verdict on the benchmarks that published packages ship: two releases become two commits,
 * `perigee init` writes the suite and `perigee compare` judges. Prints minutes and conclusion for each.
 * `npx node bench/releases.ts [part of a name] [most pairs]`, after `npm run build`.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../src/contract/documents.ts';
import { call, fetchPackage, type PublishedPackage } from './fetch-package.ts';

const [wanted = '', mostPairs = '20'] = process.argv.slice(2);
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));

type Releases = Pick<PublishedPackage, 'registry' | 'name'> & {
  versions: readonly [before: string, after: string];
};

const packages: readonly Releases[] = [
  { registry: 'go', name: 'github.com/valyala/fastjson', versions: ['v1.6.3', 'v1.6.4'] },
  { registry: 'crate', name: 'httpdate', versions: ['1.0.2', '1.0.3'] },
  { registry: 'npm', name: 'fast-uri', versions: ['2.4.0', '3.0.6'] },
  { registry: 'npm', name: 'mqtt-packet', versions: ['9.0.1', '9.0.2'] },
  { registry: 'pypi', name: 'jsonschema', versions: ['4.20.0', '4.23.0'] },
  { registry: 'pypi', name: 'wcwidth', versions: ['0.9.2', '0.9.4'] },
];

function commitReleases({ registry, name, versions }: Releases, place: string): string {
  const folder = join(place, 'repository');
  mkdirSync(folder);
  const git = (...args: string[]): string =>
    call(folder, ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args]);
  git('init', '--quiet', '--initial-branch=main');
  for (const version of versions) {
    for (const entry of readdirSync(folder)) {
      if (entry !== '.git') rmSync(join(folder, entry), { recursive: true });
    }
    const aside = join(place, version);
    mkdirSync(aside);
    fetchPackage({ registry, name, version }, folder, aside);
    git('add', '--all', '--force', '.');
    git('commit', '--quiet', '--allow-empty', `--message=${version}`);
  }
  return folder;
}

/** @returns minutes, rounded to tenths */
function time(work: () => void): string {
  const start = performance.now();
  work();
  return `${((performance.now() - start) / 60_000).toFixed(1)} min`;
}

for (const one of packages.filter(({ name }) => name.includes(wanted))) {
  const place = mkdtempSync(join(tmpdir(), 'perigee-releases-'));
  try {
    const folder = commitReleases(one, place);
    const init = time(() => call(folder, [process.execPath, perigee, 'init']));
    const file = join(folder, 'perigee.yml');
    const suite = readFileSync(file, 'utf8');
    writeFileSync(file, suite.replace('maxRepeats: 20', `maxRepeats: ${mostPairs}`));
    const measured = [process.execPath, perigee, 'compare', 'HEAD~1', 'HEAD', '--affected', 'all'];
    const compare = time(() => call(folder, measured, [0, 1, 3, 4]));
    const json = call(folder, [process.execPath, perigee, 'report', '--format', 'json']);
    const { conclusion, series, problems } = JSON.parse(json) as Verdict;
    const states = Map.groupBy(series, ({ state }) => state);
    const counts = [...states].map(([state, those]) => `${those.length} ${state}`).join(', ');
    const remarks = [...new Set(problems.map(({ code }) => code))].join(' ');
    console.log(`${one.name} ${one.versions.join(' → ')}: init ${init}, compare ${compare}`);
    console.log(`  ${conclusion}: ${counts}; ${remarks}`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
