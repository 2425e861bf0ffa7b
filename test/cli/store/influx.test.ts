import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { prepareInflux } from '../../store/influx/influx-contract.ts';
import { makeBuild, writeAll } from '../../store/make-build.ts';
import { makeHistory, storePushes } from '../history/make-history.ts';
import { runProgram, runStore } from './run-store.ts';

const { test, server } = prepareInflux();

test('ls and show read InfluxDB as they read a file', async () => {
  const settings = await server().createBucket('looked-at');
  const store = openInfluxStore(settings);
  await writeAll(store, makeBuild(1), makeBuild(2), makeBuild(3, { repository: 'acme/o\\ther' }));
  await store.close();
  const environment = environmentOf(settings);
  const look = (...args: string[]) => runStore(tmpdir(), args, environment);
  const nameless = await look('ls');
  expect(nameless.status).toBe(2);
  expect(nameless.stderr).toContain('one of acme/o\\ther, acme/sync');
  const listed = await look('ls', 'acme/sync');
  expect(listed.stdout).toContain('  metrics: cpu.user, latency\n  upload/whole test  linux-x64\n');
  const named = ['--repository', 'acme/sync'];
  const shown = await look('show', 'upload', ...named, '--last', '1');
  expect(shown.stdout).toContain(
    '  2026-10-20 14:00  000000000000  default  2.01 µs  2.01 µs  +0.05%  3+3      802\n',
  );
  expect(shown.stdout).not.toContain('801');
  expect([listed, shown].map(({ status, stderr }) => ({ status, stderr }))).toEqual(
    Array.from({ length: 2 }, () => ({ status: 0, stderr: '' })),
  );
});

test('history reads InfluxDB too', async () => {
  const settings = await server().createBucket('followed');
  const { commits, folder } = makeHistory(60, 10);
  const pushes = commits.slice(1).map((commit, i) => ({ before: commits[i]!, commit }));
  const slow = new Set(commits.slice(30));
  const levelOf = (_: string, commit: string): number => (slow.has(commit) ? 0.3 : 0);
  await storePushes(openInfluxStore(settings), pushes, levelOf);
  const { status, stdout } = await runProgram(folder, ['history'], environmentOf(settings));
  rmSync(folder, { recursive: true, force: true });
  expect(status).toBe(0);
  expect(stdout).toMatch(/\+3\d\.\d%/);
  expect(stdout).toContain(commits[30]!.slice(0, 12));
});

function environmentOf(settings: InfluxSettings): Record<string, string> {
  return {
    PERIGEE_INFLUXDB_URL: settings.url,
    PERIGEE_INFLUXDB_BUCKET: settings.bucket,
    PERIGEE_INFLUXDB_ORGANISATION: settings.organisation,
    PERIGEE_INFLUXDB_TOKEN: settings.token,
  };
}
