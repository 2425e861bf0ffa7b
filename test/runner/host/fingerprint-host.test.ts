import { expect, test } from 'vitest';
import type { Host } from '../../../src/contract/documents.ts';
import { fingerprintHost } from '../../../src/runner/host/fingerprint-host.ts';

const files: Record<string, string> = {
  '/proc/cpuinfo':
    'processor : 0\nmodel name\t: Example CPU\nflags\t\t: fpu sse avx\nmicrocode\t: 0x12\nmodel name\t: other',
  '/proc/meminfo': 'MemTotal:       16384000 kB\nMemFree: 1 kB',
  '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave',
};
const look = (changes: Record<string, string | undefined> = {}): Promise<Host> =>
  fingerprintHost({}, (path) => Promise.resolve({ ...files, ...changes }[path]));

test('the facts of the machine are read', async () => {
  const host = await look();
  expect(host.cpu).toMatchObject({
    model: 'Example CPU',
    microcode: '0x12',
    governor: 'powersave',
  });
  expect(host.memoryBytes).toBe(16_384_000 * 1024);
  expect(host.platform).toBe(`${process.platform}-${process.arch}`);
});

test('what cannot be read is absent', async () => {
  const host = await fingerprintHost({}, () => Promise.resolve(undefined));
  expect(Object.keys(host.cpu).sort()).toEqual(['cores', 'model']);
  expect(host).not.toHaveProperty('virtualisation');
});

test('the order of the flags and some pages of memory leave the fingerprint as it is', async () => {
  const { fingerprint } = await look();
  const cpuinfo = files['/proc/cpuinfo']?.replace('fpu sse avx', 'avx  fpu sse');
  const same = await look({ '/proc/cpuinfo': cpuinfo, '/proc/meminfo': 'MemTotal: 16383900 kB' });
  expect(same.fingerprint).toBe(fingerprint);
});

test.each([
  { '/proc/cpuinfo': files['/proc/cpuinfo']?.replace('0x12', '0x13') },
  { '/proc/cpuinfo': files['/proc/cpuinfo']?.replace(' avx', '') },
  { '/proc/meminfo': 'MemTotal: 32768000 kB' },
  { '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'performance' },
  { '/.dockerenv': '' },
  { '/etc/os-release': 'NAME="Example"\nPRETTY_NAME="Example 8"' },
])('another host has another fingerprint: %j', async (change) => {
  expect((await look(change)).fingerprint).not.toBe((await look()).fingerprint);
});

test('the image of a runner goes before the name of its system', async () => {
  const image = { ImageOS: 'ubuntu24', ImageVersion: '20261101.1' };
  const system = 'PRETTY_NAME="Example 8"';
  const read = (path: string) => Promise.resolve(path === '/etc/os-release' ? system : undefined);
  expect((await fingerprintHost(image, read)).image).toBe('ubuntu24 20261101.1');
  expect((await fingerprintHost({}, read)).image).toBe('Example 8');
});

test('this machine is the same one twice', async () => {
  expect(await fingerprintHost({})).toEqual(await fingerprintHost({}));
});
