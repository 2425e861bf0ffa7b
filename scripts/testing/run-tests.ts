import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { listTrackedFiles, root } from '../checks/tracked-files.ts';
import { pythonPackages } from './prepare-machine.ts';
import { addTallies, type Tally, tallyUnittest, tallyVitest } from './tally.ts';

/** The tests of the command line call what is built: what was built before the last change says nothing. */
export function runBuild(): Tally {
  const { status } = runNode(['scripts/build.ts']);
  return { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

/** `npm run check`, as one test. */
export function runChecks(): Tally {
  const { status } = runNode(['scripts/check.ts']);
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

export function runVitest(): Tally {
  const report = join(root, '.cache/vitest.json');
  rmSync(report, { force: true });
  const { status } = runNode([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const written: unknown = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : undefined;
  return tallyVitest(written, status ?? 1);
}

/** Every `test_*.py`, folder by folder: unittest takes the folder of a test for its package. */
export function runPythonTests(): Tally {
  const files = listTrackedFiles().filter((file) => /(^|\/)test_[^/]*\.py$/.test(file));
  const folders = [...new Set(files.map((file) => dirname(file)))];
  return addTallies(
    folders.map((folder) => {
      console.log(`python tests of ${folder}`);
      const args = ['-m', 'unittest', 'discover', '-s', folder, '-t', folder, '-p', 'test_*.py'];
      const { status, stderr } = spawnSync('python3', args, {
        cwd: root,
        env: { ...process.env, PYTHONPATH: pythonPath(), PYTHONDONTWRITEBYTECODE: '1' },
        stdio: ['ignore', 'inherit', 'pipe'],
        encoding: 'utf8',
      });
      console.log(stderr.trimEnd());
      return tallyUnittest(stderr, status ?? 1);
    }),
  );
}

function pythonPath(): string {
  return [pythonPackages, join(root, 'sdk/python')].join(delimiter);
}

function runNode(args: readonly string[]): { status: number | null } {
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}
