import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchNode, supportedNodes } from '../servers/node-versions.ts';
import { makeFakeAgent } from '../transport/buildkite/fake-agent.ts';
import { bundle } from './agent/stage-plugin.ts';
import { environmentOf, makeChange, parallel } from './make-job.ts';

/** A mirror of the plugin: it has this folder alone, and its path a space. */
const folder = mkdtempSync(join(tmpdir(), 'perigee-mirror-'));
const plugin = join(folder, 'a mirror', 'perigee-buildkite-plugin');

beforeAll(async () => {
  const source = join(import.meta.dirname, '../../buildkite-plugin');
  for (const part of ['hooks', 'perigee.bash', 'plugin.yml']) {
    cpSync(join(source, part), join(plugin, part), { recursive: true });
  }
  cpSync(await bundle('plugin'), join(plugin, 'dist'), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(supportedNodes)(
  'on Node %i the hooks of a mirror measure a shard, and its artifact and annotation arrive',
  (major) => {
    const agent = makeFakeAgent();
    const change = makeChange('exit 1\n');
    const environment = environmentOf(change, agent, { environment: parallel(0) });
    const node = join(fetchNode(major), '..');
    for (const hook of ['pre-command', 'command', 'post-command']) {
      const { status, stdout, stderr } = spawnSync('bash', [join(plugin, 'hooks', hook)], {
        encoding: 'utf8',
        cwd: change.repository.root,
        env: { ...environment, PATH: `${node}:${environment['PATH']}` },
      });
      expect([hook, status, stderr]).toEqual([hook, 0, '']);
      expect(stdout.includes('--- Measure 1 test, shard 1 of 2')).toBe(hook === 'command');
    }
    expect(agent.files().map(({ path }) => path)).toContain(
      'perigee-sync-shard-1-of-2-attempt-1/run-record.json.gz',
    );
    expect(agent.annotations()['perigee-sync']?.body).toContain('### Shard 1 of 2 of `sync`');
  },
);

test('a job that is cancelled uploads what it has measured, and is not green', async () => {
  const agent = makeFakeAgent();
  const change = makeChange('sleep 0.3\n', 'sleep 0.3\n');
  const env = environmentOf(change, agent, { environment: parallel(0) });
  const job = spawn('bash', [join(plugin, 'hooks', 'command')], {
    cwd: change.repository.root,
    detached: true,
    env: { ...env, PATH: `${join(process.execPath, '..')}:${env['PATH']}` },
  });
  job.stdout.setEncoding('utf8').on('data', (text: string) => {
    // An agent signals the whole group.
    if (text.includes('pair 1')) process.kill(-(job.pid ?? 0), 'SIGTERM');
  });
  expect(await once(job, 'close')).toEqual([3, null]);
  const name = 'perigee-sync-shard-1-of-2-attempt-1/run-record.json.gz';
  const record = JSON.parse(gunzipSync(agent.read(name)).toString()) as { status: string };
  expect(record.status).toBe('interrupted');
});
