import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveServices } from '../../../src/runner/setup/resolve-services.ts';
import { makeFolder } from '../stage/make-repository.ts';

test('a pid file is read; pids and cgroups are passed on', async () => {
  const root = makeFolder();
  writeFileSync(join(root, 'api.pid'), '4711\n');
  const services = [
    { name: 'api', pidFile: 'api.pid' },
    { name: 'db', pid: 12 },
    { name: 'cache', cgroup: '/sys/fs/cgroup/cache' },
  ];
  expect(await resolveServices(services, root)).toEqual([
    { name: 'api', pid: 4711 },
    { name: 'db', pid: 12 },
    { name: 'cache', cgroup: '/sys/fs/cgroup/cache' },
  ]);
});

test.each(['', 'none', '-4', '1.5', '0', '12 13', '99999999999999999999'])(
  'a pid file that holds %j is refused by its path',
  async (text) => {
    const root = makeFolder();
    writeFileSync(join(root, 'api.pid'), text);
    const services = [{ name: 'api', pidFile: 'api.pid' }];
    await expect(resolveServices(services, root)).rejects.toThrow(join(root, 'api.pid'));
  },
);

test('a pid file that is not there asks to start the service', async () => {
  const services = [{ name: 'api', pidFile: 'api.pid' }];
  await expect(resolveServices(services, makeFolder())).rejects.toThrow(/start the service/);
});
