import { cpus } from 'node:os';
import { expect, test } from 'vitest';
import { readCpuLimit } from '../../../src/runner/canaries/cpu-limit.ts';

const limit = (files: Record<string, string>): number => readCpuLimit((path) => files[path]);
const all = 1e9 / cpus().length;

test('without a limit it is one second over all CPUs', () => {
  expect(limit({})).toBe(all);
  expect(
    limit({ '/proc/self/cgroup': '0::/job\n', '/sys/fs/cgroup/job/cpu.max': 'max 100000' }),
  ).toBe(all);
});

test('the least of the limits of a cgroup and those above it counts', () => {
  const files = {
    '/proc/self/cgroup': '0::/job/step\n',
    '/sys/fs/cgroup/job/step/cpu.max': '80000 100000',
    '/sys/fs/cgroup/job/cpu.max': '25000 100000',
  };
  expect(limit(files)).toBe(4e9);
});

test('the older cgroups tell it too', () => {
  const files = {
    '/proc/self/cgroup': '5:memory:/m\n4:cpu,cpuacct:/job\n0::/\n',
    '/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us': '50000',
    '/sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us': '100000',
    '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '-1',
  };
  expect(limit(files)).toBe(2e9);
});

test('a limit above the number of CPUs is none', () => {
  const files = { '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': '99900000 100000' };
  expect(limit(files)).toBe(all);
});
