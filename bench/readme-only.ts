/**
 * What becomes of builds that change only a README: `perigee compare` of the sync example and a commit that changes
 * its README, again and again. Prints how many were red, undecided or measured anything.
 *   npx node bench/readme-only.ts [builds]
 * after `npm run build`. Exits with 1 when one was not left out whole.
 */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../src/contract/documents.ts';
import { call } from './starter/fetch-package.ts';

const builds = Number(process.argv[2] ?? 30);
const perigee = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));
const example = fileURLToPath(new URL('../examples/sync', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perigee-readme-only-'));
const git = (...args: string[]): string =>
  call(folder, ['git', '-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args]);

const counts = new Map<string, number>();
let [tests, leftOut, seconds] = [0, 0, 0];
try {
  cpSync(example, folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.bench|\.perigee)$/.test(path),
  });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all', '--force', '.');
  git('commit', '--quiet', '--message=One');
  for (let build = 1; build <= builds; build += 1) {
    appendFileSync(join(folder, 'README.md'), `\nChange ${build}.\n`);
    git('commit', '--quiet', '--all', `--message=Change ${build}`);
    const start = performance.now();
    call(folder, [process.execPath, perigee, 'compare', 'HEAD~1', 'HEAD'], [0, 1, 3, 4]);
    seconds += (performance.now() - start) / 1000;
    const json = call(folder, [process.execPath, perigee, 'report', '--format', 'json']);
    const verdict = JSON.parse(json) as Verdict;
    counts.set(verdict.conclusion, (counts.get(verdict.conclusion) ?? 0) + 1);
    tests += verdict.tests.length;
    leftOut += verdict.tests.filter(({ inputs }) => inputs?.state === 'same').length;
    for (const { inputs, name } of verdict.tests) {
      if (inputs?.state !== 'same') console.log(`   ${name}: ${inputs?.why ?? 'not observed'}`);
    }
    const load = (loadavg()[0] ?? 0).toFixed(1);
    console.log(`${build}: ${verdict.headline} (load ${load})`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${leftOut} of ${tests} tests were left out in ${builds} builds of ${(seconds / builds).toFixed(0)} s`,
);
for (const [conclusion, count] of counts) console.log(`${conclusion.padEnd(12)} ${count}`);
process.exitCode = leftOut === tests && counts.get('passed') === builds ? 0 : 1;
