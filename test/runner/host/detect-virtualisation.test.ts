import { expect, test } from 'vitest';
import { detectVirtualisation } from '../../../src/runner/host/detect-virtualisation.ts';

const dmi = '/sys/class/dmi/id';
const flags = { '/proc/cpuinfo': 'model name : X\nflags\t\t: fpu hypervisor sse' };

test.each<{ files: Record<string, string>; is: string | undefined }>([
  { files: {}, is: undefined },
  { files: { '/proc/cpuinfo': 'flags : fpu sse' }, is: undefined },
  { files: flags, is: 'a hypervisor' },
  { files: { [`${dmi}/sys_vendor`]: 'QEMU', ...flags }, is: 'kvm' },
  {
    files: { [`${dmi}/sys_vendor`]: 'Amazon EC2', [`${dmi}/bios_vendor`]: 'Amazon EC2' },
    is: 'amazon',
  },
  {
    files: {
      [`${dmi}/sys_vendor`]: 'Microsoft Corporation',
      [`${dmi}/product_name`]: 'Virtual Machine',
    },
    is: 'microsoft',
  },
  {
    files: { [`${dmi}/sys_vendor`]: 'Microsoft Corporation', [`${dmi}/product_name`]: 'Surface' },
    is: undefined,
  },
  {
    files: { [`${dmi}/sys_vendor`]: 'Google', [`${dmi}/product_name`]: 'Google Compute Engine' },
    is: 'google',
  },
  { files: { '/sys/hypervisor/type': 'xen' }, is: 'xen' },
  { files: { '/.dockerenv': '', ...flags }, is: 'docker on a hypervisor' },
  { files: { '/proc/1/cgroup': '0::/kubepods/besteffort/pod1' }, is: 'kubernetes' },
  { files: { '/run/systemd/container': 'systemd-nspawn' }, is: 'systemd-nspawn' },
])('$files is $is', async ({ files, is }) => {
  expect(await detectVirtualisation((path) => Promise.resolve(files[path]))).toBe(is);
});
