import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { isBuilt } from '../../test/servers/built-or-source.ts';
import { listTrackedFiles, root } from '../checks/tracked-files.ts';
import { pythonPackages } from './prepare-machine.ts';
import { addTallies, type Tally, tallyTap, tallyUnittest, tallyVitest } from './tally.ts';

/** The tests of the command line call what is built: what was built before the last change says nothing. */
export function runBuild(): Tally {
  if (isBuilt()) return { passed: 0, failed: 0, skipped: 0 };
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return { passed: 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

/**
 * `npm run check`, as one test, and all tests of vitest beside it: those that begin first wait for servers most of
 * the time. What the checks said is shown when both have ended.
 */
export async function runChecksAndVitest(): Promise<Tally> {
  const checks = startChecks();
  const tally = await runVitest();
  const { isGreen, output } = await checks;
  console.log(output);
  return addTallies([tally, { passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, skipped: 0 }]);
}

/** Folders whose tests run in the process of the test alone. */
const inProcess = [
  ...['adapters', 'aggregate', 'async', 'contract', 'gate', 'history', 'init', 'report'],
  ...[
    'settings',
    'sqlite',
    'stats',
    'pipeline',
    'suite',
    'variability',
    'verdict',
    'service/aggregate',
  ],
  ...['artifacts', 'buildkite', 'ci', 'github', 'rest'].map((folder) => `transport/${folder}`),
  ...[
    'commands',
    'deliveries',
    'github',
    'ledger',
    'scheduler',
    'main-branch',
    'pages',
    'runs',
  ].map((folder) => `bot/${folder}`),
  'bot/reconcile',
];

/** Of those, all but what needs a browser, other programs, or thousands of trials. */
export function runFastTests(): Promise<Tally> {
  const slow = [
    ...['report/page', 'report/**/chart-*', 'settings/readers/*', 'async/task-process'],
    ...[
      'pipeline/measure-alone',
      'transport/artifacts/buildkite-agent',
      '**/*hostile*',
      '**/*random*',
    ],
    ...['suite/fuzz', 'suite/compose-yaml', 'bot/github/large-answers', 'stats/spread-of-rounds'],
    ...['verdict/calibration', 'report/**/limits'],
  ];
  const left = slow.map((file) => `--exclude=test/${file}.test.ts`);
  return runVitest([...inProcess.map((folder) => `test/${folder}/`), ...left]);
}

async function startChecks(): Promise<{ isGreen: boolean; output: string }> {
  const child = spawn(process.execPath, ['scripts/check.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { isGreen: status === 0, output: output.trimEnd() };
}

async function runVitest(selection: readonly string[] = []): Promise<Tally> {
  const report = join(root, '.cache/vitest.json');
  rmSync(report, { force: true });
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...selection,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = (await once(child, 'close')) as [number | null];
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

/** Every `*.bats`: what is shell is tested in shell. */
export function runBatsTests(): Tally {
  const files = listTrackedFiles().filter((file) => file.endsWith('.bats'));
  console.log(`bats tests of ${files.join(', ')}`);
  const bats = join(root, 'node_modules/bats/bin/bats');
  const { status, stdout, stderr } = spawnSync('bash', [bats, '--formatter', 'tap', ...files], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  console.log(`${stdout}${stderr}`.trimEnd());
  return tallyTap(stdout, status ?? 1);
}

function pythonPath(): string {
  return [pythonPackages, join(root, 'sdk/python')].join(delimiter);
}
