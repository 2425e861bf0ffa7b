/** Runs a workflow with act, on this machine, against an artifact service and an API of the test. */
import { pinAction } from '../../../src/init/pinned-actions.ts';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { fetchAct } from '../../servers/act.ts';

export interface WorkflowRequest {
  checkout: string;
  event: string;
  payload: unknown;
  /** For all jobs: where the services are, what the token is. */
  environment: Record<string, string>;
  token: string;
  /** Of all jobs this one alone, in the form of act: `shard:2`. */
  only?: { job: string; matrix: string };
  /** What act may write. */
  scratch: string;
}

export interface WorkflowRun {
  exitCode: number;
  /** All that the jobs printed. */
  output: string;
}

/** What a user's workflow names, to where it is on this machine. */
export function stageActions(folder: string): string[] {
  const perigee = join(folder, 'perigee');
  for (const part of ['action/action.yml', 'action/dist', 'sdk']) {
    mkdirSync(dirname(join(perigee, part)), { recursive: true });
    cpSync(join(root, part), join(perigee, part), { recursive: true, verbatimSymlinks: true });
  }
  writeFileSync(join(perigee, 'package.json'), '{ "type": "module" }\n');
  const checkout = writeAction(folder, 'checkout', [
    'git init --quiet .',
    'git remote add origin "$TEST_ORIGIN"',
    'git fetch --quiet --depth=1 origin "$TEST_COMMIT"',
    'git checkout --quiet --detach FETCH_HEAD',
  ]);
  const python = writeAction(folder, 'setup-python', ['python3 --version']);
  const node = writeAction(folder, 'setup-node', ['node --version']);
  return [
    `owner/perigee@v1=${perigee}`,
    ...localize('actions/checkout', checkout),
    ...localize('actions/setup-python', python),
    ...localize('actions/setup-node', node),
  ];
}

/** As the documentation names it, and as `perigee init` does. */
function localize(name: Parameters<typeof pinAction>[0], place: string): string[] {
  return [`${name}@v6=${place}`, `${pinAction(name).split(' ', 1)[0]}=${place}`];
}

/** An action of GitHub's that cannot be fetched here, as the commands that matter of it. */
function writeAction(folder: string, name: string, commands: readonly string[]): string {
  const place = join(folder, name);
  mkdirSync(place);
  const lines = ['runs:', '  using: composite', '  steps:', '    - shell: bash', '      run: |'];
  const text = [`name: ${name}`, ...lines, ...commands.map((command) => `        ${command}`), ''];
  writeFileSync(join(place, 'action.yml'), text.join('\n'));
  return place;
}

export async function runWorkflow(
  request: WorkflowRequest,
  localActions: readonly string[],
): Promise<WorkflowRun> {
  const { checkout, environment, event, only, payload, scratch, token } = request;
  const eventFile = join(scratch, 'event.json');
  writeFileSync(eventFile, JSON.stringify(payload));
  const args = [
    event,
    ...['--directory', checkout, '--eventpath', eventFile],
    ...['--platform', 'ubuntu-24.04=-self-hosted'],
    ...['--action-cache-path', join(scratch, 'cache'), '--no-cache-server'],
    '--no-skip-checkout',
    ...(only === undefined ? [] : ['--job', only.job, '--matrix', only.matrix]),
    ...['--concurrent-jobs', '1', '--secret', 'GITHUB_TOKEN'],
    ...localActions.flatMap((action) => ['--local-repository', action]),
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ];
  const child = spawn(fetchAct(), args, {
    cwd: checkout,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: scratch,
      GITHUB_TOKEN: token,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  return { exitCode, output };
}
