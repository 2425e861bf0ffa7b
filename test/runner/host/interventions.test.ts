import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { probeInterventions } from '../../../src/runner/host/interventions.ts';

const { offered, refused } = probeInterventions();

test('what is offered starts a program, and lets it end as it does', () => {
  expect(offered.length).toBeGreaterThan(2);
  for (const { name, prefix } of offered) {
    const [program = '', ...args] = prefix;
    const { status, stdout } = spawnSync(program, [...args, 'sh', '-c', 'echo said; exit 7'], {
      encoding: 'utf8',
    });
    expect({ name, status, stdout }).toEqual({ name, status: 7, stdout: 'said\n' });
  }
});

test('what is not offered says why', () => {
  for (const { why } of refused) expect(why).not.toBe('');
});

test('the last one combines those without a warning', () => {
  const all = offered.at(-1);
  const single = offered.slice(0, -1).filter(({ warning }) => warning === undefined);
  expect(all?.prefix).toEqual(single.flatMap(({ prefix }) => prefix));
});
