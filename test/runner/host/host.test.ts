import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../../src/contract/documents.ts';
import { chooseCpus, listCores, parseCpuList } from '../../../src/runner/host/choose-cpus.ts';
import { detectVirtualisation } from '../../../src/runner/host/detect-virtualisation.ts';
import { fingerprintHost } from '../../../src/runner/host/fingerprint-host.ts';
import { readToolchain } from '../../../src/runner/host/read-facts.ts';
import { candidates, planHost, probeSetting } from '../../../src/runner/host/interventions.ts';

describe('choose cpus', () => {
  const all = new Set([0, 1, 2, 3, 4, 5, 6, 7]);

  test('threads of a core are found together, and CPUs that are off are left out', () => {
    const system = mkdtempSync(join(tmpdir(), 'perigee-cpus-'));
    try {
      for (const [cpu, siblings, online] of [
        [0, '0,2', ''],
        [1, '1,3', '1'],
        [2, '0,2', '1'],
        [3, '1,3', '0'],
      ] as const) {
        const folder = join(system, `cpu${cpu}`);
        mkdirSync(join(folder, 'topology'), { recursive: true });
        writeFileSync(join(folder, 'topology', 'thread_siblings_list'), `${siblings}\n`);
        if (online !== '') writeFileSync(join(folder, 'online'), `${online}\n`);
      }
      mkdirSync(join(system, 'cpufreq'));
      expect(listCores(system)).toEqual([[0, 2], [1]]);
    } finally {
      rmSync(system, { recursive: true });
    }
  });

  test.each([
    [
      'one',
      [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ],
      { list: '3' },
    ],
    [
      'leave-one',
      [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ],
      { list: '1,5,2,6,3,7' },
    ],
    ['one', [[0], [1]], { list: '1' }],
    ['leave-one', [[0], [1]], { why: expect.stringContaining('two cores') as string }],
    ['one', [[0]], { why: expect.stringContaining('one core') as string }],
  ] as const)('%s of the cores %j is %j', (choice, cores, expected) => {
    expect(chooseCpus(choice, cores, all)).toEqual(expected);
  });

  test('CPUs that this process may not use do not count', () => {
    expect(chooseCpus('one', [[0], [1], [2]], new Set([0, 1]))).toEqual({ list: '1' });
  });

  test.each([
    ['0-3,8', [0, 1, 2, 3, 8]],
    ['5', [5]],
  ])('the list %s is %j', (text, cpus) => {
    expect([...parseCpuList(text)]).toEqual(cpus);
  });
});

describe('detect virtualisation', () => {
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
});

describe('fingerprint host', () => {
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

  test('the toolchain is what setup and tests run on, each once', () => {
    const suite = {
      setup: [['npm', 'ci'], ['no-such-program']],
      tests: [{ command: ['node', 'a.mjs'] }, { command: ['sh', 'b.sh'] }],
    };
    const environment = { PATH: dirname(process.execPath) };
    const found = readToolchain(suite, environment, '/');
    expect(found).toBe(`node ${process.version.slice(1)}`);
    expect(readToolchain(suite, { PATH: '/nowhere' }, '/')).toBeUndefined();
  });

  test('the interpreter beside a program is asked, and else the one on the PATH', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-tools-'));
    mkdirSync(join(folder, 'venv'));
    const python = join(folder, 'venv', 'python3');
    writeFileSync(python, '#!/bin/sh\necho Python 3.99.1\n', { mode: 0o755 });
    const suite = (command: string[]) => ({ setup: [], tests: [{ command }] });
    const environment = { PATH: dirname(process.execPath) };
    expect(readToolchain(suite(['venv/pytest']), environment, folder)).toBe('python3 3.99.1');
    expect(readToolchain(suite(['./npm', 'test']), environment, folder)).toMatch(/^node /);
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
});

describe('interventions', () => {
  const probed = candidates.map(probeSetting);
  const offered = probed.filter((one) => typeof one !== 'string');

  test('what is offered starts a program, and lets it end as it does', () => {
    expect(offered.length).toBeGreaterThan(1);
    for (const { name, prefix = [] } of offered) {
      const args = [...prefix, 'sh', '-c', 'echo said; exit 7'];
      const { status, stdout } = spawnSync('env', args, { encoding: 'utf8' });
      expect({ name, status, stdout }).toEqual({ name, status: 7, stdout: 'said\n' });
    }
  });

  test('what is not offered says why', () => {
    expect(probed.filter((one) => one === '')).toEqual([]);
  });

  test('what hides a cost says so', () => {
    const found = probeSetting({ temporaryFiles: 'memory' });
    expect(typeof found === 'string' ? found : found.warning).toMatch(
      existsSync('/dev/shm') ? /hides what flushing/ : /is not there/,
    );
  });

  test('a program of which no copy runs cannot be stopped', () => {
    expect(probeSetting({ stop: ['no-such-program-runs'] })).toBe('no such program runs');
  });

  test('settings that the host does not offer are named with their key', () => {
    const { refused, used } = planHost({ cpus: 'one', stop: ['no-such-program-runs'] });
    expect(refused).toEqual([{ key: 'stop', why: 'no such program runs' }]);
    expect(used.map(({ name }) => name)).toEqual(['one CPU']);
  });
});
