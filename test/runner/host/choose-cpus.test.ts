import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseCpus, listCores, parseCpuList } from '../../../src/runner/host/choose-cpus.ts';

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
