/**
 * Whether Perigee ever leaves out a test by what an earlier run saw, although the change affects it: random programs, random
 * changes on one base, and what the program prints as the oracle. `npx node bench/affected-reuse.ts [changes] [seed]`.
 * Exits with 1 when one was left out wrongly.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createObserver } from '../src/profile/observe/create-observer.ts';
import { runSuite } from '../src/runner/run-suite.ts';
import { createRandom } from '../src/stats/random.ts';
import { change, drawProgram, grow, listAll, runIn } from '../test/runner/inputs/random-changes.ts';
import { makeRequest, makeTest } from '../test/runner/stage/make-request.ts';

const changes = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? 1);
const changesOfRound = 15;

const observer = await createObserver();
if (observer?.means.includes('strace') !== true) throw new Error('this host has no strace');
const random = createRandom(seed);
const all = { changes: 0, reused: 0, same: 0, wrong: [] as string[], cautious: 0 };

/** Programs print the path of nothing, so that both sides may stand anywhere. */
async function print(root: string, commit: string, command: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-oracle-'));
  try {
    const packed = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e8 });
    execFileSync('tar', ['-x', '-C', folder], { input: packed });
    return await runIn(folder, command);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

while (all.changes < changes) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'perigee-reuse-')));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  try {
    git('init', '--quiet', '--initial-branch=main');
    mkdirSync(join(root, 'a'), { recursive: true });
    grow(root, random);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=One');
    const names = listAll(root).filter((name) => !name.startsWith('.git'));
    const command = drawProgram(names, random, true);
    const write = (): void => undefined;
    const repository = { root, git, write, commit: () => '' };
    for (let i = 0; i < changesOfRound; i += 1) {
      git('checkout', '--quiet', '--', '.');
      git('clean', '-ffdq');
      const what = change(root, random, ['.git', '.perigee']);
      if (git('status', '--porcelain') === '') continue;
      const test = makeTest('program', { command });
      const request = makeRequest(repository, [test], {
        ports: { observer },
        reusesObservation: true,
        only: 'inputs',
        seed: all.changes + i,
        environment: process.env,
      });
      const record = await runSuite(request);
      const inputs = record.tests[0]?.inputs;
      const [one, other] = [
        await print(root, record.before.commit, command),
        await print(root, record.after.commit, command),
      ];
      all.changes += 1;
      if (inputs?.observedAt !== undefined) all.reused += 1;
      if (inputs?.state === 'same') {
        all.same += 1;
        if (one !== other) all.wrong.push(`${what} for ${command.join(' ')}`);
      } else if (one === other) all.cautious += 1;
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
const rows: [string, number][] = [
  ['changes', all.changes],
  ['decided by an earlier run', all.reused],
  ['left out', all.same],
  ['left out, and printed something else', all.wrong.length],
  ['measured, and printed the same', all.cautious],
];
process.stdout.write(`seed ${seed}\n`);
for (const [what, count] of rows) process.stdout.write(`${what.padEnd(38)} ${count}\n`);
for (const one of all.wrong.slice(0, 20)) process.stdout.write(`wrong: ${one}\n`);
process.exitCode = all.wrong.length > 0 ? 1 : 0;
