/**
 * `npm run test:quick`: types and lint, and the unit tests of what changed since the branch left main, uncommitted work
 * included. It takes less than a minute; `npm test` has the last word.
 */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireGenerated } from './require-generated.ts';
import { requireNode } from './require-node.ts';

requireNode('npm run test:quick');
requireGenerated();
const root = fileURLToPath(new URL('..', import.meta.url));

function run(tool: string, args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [`${root}node_modules/${tool}`, ...args], {
    ...{ cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function git(...args: string[]): string[] | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}

/** TypeScript that is other than where this branch left main; of a clone without main, than the last commit. */
function listChanged(): string[] {
  const [base = 'HEAD'] =
    git('merge-base', 'HEAD', 'origin/main') ?? git('merge-base', 'HEAD', 'main') ?? [];
  const changed = git('diff', '--name-only', '--diff-filter=d', base) ?? [];
  const fresh = git('ls-files', '--others', '--exclude-standard') ?? [];
  return [...changed, ...fresh].filter((file) => file.endsWith('.ts'));
}

const started = performance.now();
const changed = listChanged();
// Those that start no other program: the project "together" of vitest.config.ts.
const tests = ['related', '--run', '--project', 'together', '--passWithNoTests'];
// A browser, and thousands of simulated builds.
for (const slow of ['test/report/page.test.ts', 'test/verdict/calibration.test.ts']) {
  tests.push('--exclude', slow);
}
const codes = await Promise.all([
  run('oxlint/bin/oxlint', []),
  changed.length === 0 ? 0 : run('vitest/vitest.mjs', [...tests, ...changed]),
]);
const isGreen = codes.every((code) => code === 0);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(`test:quick: ${isGreen ? 'all is well' : 'something failed'} after ${seconds} s`);
process.exitCode = isGreen ? 0 : 1;
