import { expect, test } from 'vitest';
import { describeLoad } from '../../src/profile/host/host-load.ts';
import { readThrottled } from '../../src/profile/host/read-throttled.ts';

const read = (files: Record<string, string>) => readThrottled((path) => files[path] ?? '');

test('limits of a cgroup and of those above it add up', () => {
  const files = {
    '/proc/self/cgroup': '0::/job/step\n',
    '/sys/fs/cgroup/job/step/cpu.stat': 'usage_usec 9\nnr_throttled 2\nthrottled_usec 300\n',
    '/sys/fs/cgroup/job/cpu.stat': 'usage_usec 9\nthrottled_usec 40\n',
  };
  expect(read(files)).toBe(340);
});

test('the older cgroups tell it in nanoseconds', () => {
  const files = {
    '/proc/self/cgroup': '4:cpu,cpuacct:/\n3:memory:/\n',
    '/sys/fs/cgroup/cpu,cpuacct/cpu.stat': 'nr_periods 0\nthrottled_time 5000\n',
  };
  expect(read(files)).toBe(5);
});

test('where no cgroup tells it is absent, and never more than all of the time', () => {
  expect(read({})).toBeUndefined();
  const at = (atMs: number, throttledUs?: number) => ({
    ...{ atMs, pressureUs: {} },
    ...(throttledUs === undefined ? {} : { throttledUs }),
  });
  expect(describeLoad(at(0), at(10))).not.toHaveProperty('throttledShare');
  expect(describeLoad(at(0, 100), at(10, 2600)).throttledShare).toBe(0.25);
  expect(describeLoad(at(0, 0), at(10, 50_000)).throttledShare).toBe(1);
});
