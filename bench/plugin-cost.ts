/**
 * What the Buildkite plugin costs beside the bare command line: its size, a hook that has nothing to do, and how much
 * longer a job takes than one with `perigee run` and `perigee pack`. The agent is a script that takes everything at
 * once, so neither side waits for a network. `npx node bench/plugin-cost.ts`, after `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '../scripts/build-action.ts';
import { stageRepository } from '../test/action/act/stage-repository.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = 5;
const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'));
const plugin = join(folder, 'perigee-buildkite-plugin');
cpSync(join(root, 'buildkite-plugin'), plugin, { recursive: true });
await buildPlugin(join(plugin, 'dist'));

const names = readdirSync(join(plugin, 'dist'), { recursive: true, encoding: 'utf8' });
const files = names.map((name) => statSync(join(plugin, 'dist', name)));
const bytes = files.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
console.log(`bundle: ${(bytes / 1e6).toFixed(2)} MB`);

const agent = join(folder, 'bin/buildkite-agent');
mkdirSync(dirname(agent));
writeFileSync(agent, '#!/bin/sh\nif [ "$1" = annotate ]; then cat >/dev/null; fi\n');
chmodSync(agent, 0o755);

const repository = stageRepository(folder);

function time(commands: string[][], cwd: string, expected: number): number {
  const begin = performance.now();
  for (const [program = '', ...args] of commands) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd,
      env: {
        ...{ PATH: process.env['PATH'], HOME: folder, BUILDKITE: 'true', CI: 'true' },
        BUILDKITE_BIN_PATH: dirname(agent),
        BUILDKITE_BRANCH: 'change',
        BUILDKITE_BUILD_CHECKOUT_PATH: cwd,
        BUILDKITE_BUILD_ID: '0190aaaa-0000-4000-8000-000000000042',
        BUILDKITE_BUILD_NUMBER: '42',
        BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/notes/builds/42',
        BUILDKITE_COMMIT: repository.regressed,
        BUILDKITE_JOB_ID: '0190bbbb-0000-4000-8000-000000000001',
        BUILDKITE_ORGANIZATION_SLUG: 'acme',
        BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main',
        BUILDKITE_PIPELINE_SLUG: 'notes',
        BUILDKITE_PULL_REQUEST: '7',
        BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'main',
        BUILDKITE_REPO: 'git@github.com:acme/notes.git',
        BUILDKITE_PLUGIN_CONFIGURATION: JSON.stringify({ base: repository.base }),
      },
      encoding: 'utf8',
    });
    if (status !== 0 && status !== expected) throw new Error(`${status}\n${stdout}${stderr}`);
  }
  return performance.now() - begin;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const hooks = ['pre-command', 'command', 'post-command'].map((name) => [
  'bash',
  join(plugin, 'hooks', name),
]);
const idleMs = Array.from({ length: 2 * rounds }, () => time(hooks.slice(0, 1), folder, 0));
console.log(
  `a hook with nothing to do: median ${median(idleMs).toFixed(0)} ms of ${idleMs.length}`,
);

const tookMs = { commands: [] as number[], plugin: [] as number[] };
for (let round = 1; round <= rounds; round += 1) {
  const checkOut = (name: string): string => {
    const made = repository.checkOut(repository.regressed, `${name}-${round}`);
    spawnSync('git', ['fetch', '--quiet', '--unshallow'], { cwd: made });
    return made;
  };
  const [forCommands, forPlugin] = [checkOut('commands'), checkOut('plugin')];
  const perigee = [process.execPath, join(root, 'bin/perigee.mjs')];
  const revisions = ['--before', repository.base, '--after', repository.regressed];
  const commands = [
    [...perigee, 'run', ...revisions],
    [...perigee, 'pack'],
  ];
  const runs = [
    () => tookMs.commands.push(time(commands, forCommands, 1)),
    () => tookMs.plugin.push(time(hooks, forPlugin, 1)),
  ];
  for (const run of round % 2 === 0 ? runs : runs.toReversed()) run();
}
const [commandsMs, pluginMs] = [median(tookMs.commands), median(tookMs.plugin)];
const extraMs = median(tookMs.plugin.map((took, round) => took - (tookMs.commands[round] ?? 0)));
console.log(`one job: plugin ${(pluginMs / commandsMs).toFixed(2)} of the two commands`);
console.log(`in ${rounds} pairs the plugin takes ${(extraMs / 1000).toFixed(2)} s longer (median)`);
rmSync(folder, { recursive: true, force: true });
