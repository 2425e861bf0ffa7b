/**
 * What the GitHub Action costs beside the bare command line: its size, its cold start, and how much longer
 * one shard takes with upload, event and summary. `npx node bench/action-cost.ts`, after `npm run build`
 * and `npm run build:action`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { stageRepository } from '../test/action/act/stage-repository.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = 5;
const dist = join(root, 'action/dist');
const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'));

const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) =>
  statSync(join(dist, name)),
);
const bytes = files.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
console.log(`bundle: ${(bytes / 1e6).toFixed(2)} MB`);

function time(args: string[], cwd: string, environment: Record<string, string>): number {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...environment },
    encoding: 'utf8',
  });
  const took = performance.now() - begin;
  if (status !== 1) throw new Error(`ended with ${status}, expected 1\n${stdout}${stderr}`);
  return took;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

// Stops at the first thing that it needs of its job: all that is loaded for any job is loaded by then.
const coldMs = Array.from({ length: 2 * rounds }, () => time([join(dist, 'index.js')], folder, {}));
console.log(`cold start: median ${median(coldMs).toFixed(0)} ms of ${coldMs.length}`);

// In a thread of its own, since starting a process and waiting for it stops this one.
const service = new Worker(
  `const { parentPort, workerData } = require('node:worker_threads');
   import(workerData).then(async ({ startArtifactService }) => {
     const service = await startArtifactService();
     parentPort.postMessage(service.describeJob('bench'));
   });`,
  {
    eval: true,
    workerData: new URL(
      '../test/servers/artifact-service/start-artifact-service.ts',
      import.meta.url,
    ).href,
  },
);
const artifacts = await new Promise<Record<string, string>>((resolve) =>
  service.once('message', resolve),
);

const repository = stageRepository(folder);
const event = join(folder, 'event.json');
const slug = { full_name: 'acme/notes', default_branch: 'main', fork: false };
const head = { sha: repository.regressed, ref: 'change', repo: slug };
const base = { sha: repository.base, ref: 'main', repo: slug };
const pull = { number: 7, head, base, user: { login: 'dev' } };
const payload = { action: 'opened', number: 7, pull_request: pull, repository: slug };
writeFileSync(event, JSON.stringify({ ...payload, sender: { login: 'dev' } }));
mkdirSync(join(folder, 'temp'));

const shells = { cli: [] as number[], action: [] as number[] };
for (let round = 1; round <= rounds; round += 1) {
  const forCli = repository.checkOut(repository.regressed, `cli-${round}`);
  spawnSync('git', ['fetch', '--quiet', '--unshallow'], { cwd: forCli });
  const revisions = ['--before', repository.base, '--after', repository.regressed];
  const cli = [join(root, 'bin/perigee.mjs'), 'run', ...revisions];
  const forAction = repository.checkOut(repository.regressed, `action-${round}`);
  const summary = join(folder, `summary-${round}.md`);
  const output = join(folder, `output-${round}`);
  writeFileSync(summary, '');
  writeFileSync(output, '');
  const job = {
    ...artifacts,
    INPUT_MODE: 'run',
    INPUT_SHARD: '1',
    'INPUT_SHARD-TOTAL': '1',
    INPUT_COMMENT: 'never',
    GITHUB_REPOSITORY: 'acme/notes',
    GITHUB_RUN_ID: '7',
    GITHUB_RUN_ATTEMPT: String(round),
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: event,
    GITHUB_SHA: repository.regressed,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_WORKSPACE: forAction,
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
    RUNNER_TEMP: join(folder, 'temp'),
  };
  const runs = [
    () => shells.cli.push(time(cli, forCli, {})),
    () => shells.action.push(time([join(dist, 'index.js')], forAction, job)),
  ];
  for (const run of round % 2 === 0 ? runs : runs.toReversed()) run();
}
await service.terminate();
const [cliMs, actionMs] = [median(shells.cli), median(shells.action)];
const extra = median(shells.action.map((took, round) => took - (shells.cli[round] ?? 0)));
console.log(`one shard: action ${(actionMs / cliMs).toFixed(2)} of the command line`);
console.log(`in ${rounds} pairs the action takes ${(extra / 1000).toFixed(2)} s longer (median)`);
rmSync(folder, { recursive: true, force: true });
