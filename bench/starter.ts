/**
 * Whether a suite that `perigee init` writes turns red: fetches published packages of Go, npm and PyPI,
 * writes a suite for each, makes one function three times slower and compares. Prints a line for each run;
 * ends with 1 when one was not red. `npx node bench/starter.ts [part of a name] [runs]`, after `npm run build`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../src/contract/documents.ts';
import { cases, type Case } from './starter/cases.ts';
import { call, fetchPackage } from './starter/fetch-package.ts';

const [wanted = '', runs = '3'] = process.argv.slice(2);
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));

function prepare(one: Case, folder: string, aside: string): void {
  const git = (...args: string[]): string =>
    call(folder, ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args]);
  fetchPackage(one, folder, aside);
  for (const [file, text] of Object.entries(one.add ?? {})) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Begin');
  call(folder, [process.execPath, perigee, 'init']);
  git('add', '--all');
  git('commit', '--quiet', '--message=Measure');
  const file = join(folder, one.slower.file);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(one.slower.find)) throw new Error(`${one.slower.file} has no such function`);
  writeFileSync(
    file,
    text.replace(one.slower.find, () => one.slower.replace),
  );
  git('commit', '--quiet', '--all', '--message=Three times slower');
}

function compare(one: Case, folder: string): string {
  const options = ['--test', one.test];
  call(
    folder,
    [process.execPath, perigee, 'compare', 'HEAD~1', 'HEAD', '--affected', 'all', ...options],
    [0, 1, 3],
  );
  const json = call(folder, [process.execPath, perigee, 'report', '--format', 'json'], [0, 1, 3]);
  const { conclusion, series, problems } = JSON.parse(json) as Verdict;
  const latency = series.find(({ metric }) => metric === 'latency');
  const change = `${((latency?.evidence.change ?? Number.NaN) * 100).toFixed(1)}%`;
  if (conclusion !== 'regressed') process.exitCode = 1;
  const remarks = problems.map(({ code }) => code).join(' ');
  return `${conclusion.padEnd(12)} latency ${change.padStart(8)}  ${remarks}`;
}

for (const one of cases.filter(({ name }) => name.includes(wanted))) {
  const place = mkdtempSync(join(tmpdir(), 'perigee-starter-'));
  const [folder, aside] = [join(place, 'repository'), join(place, 'aside')];
  mkdirSync(folder);
  mkdirSync(aside);
  try {
    prepare(one, folder, aside);
    for (let run = 1; run <= Number(runs); run += 1) {
      console.log(`${one.name}, ${one.test}, run ${run}: ${compare(one, folder)}`);
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
