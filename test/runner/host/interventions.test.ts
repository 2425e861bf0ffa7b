import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { candidates, planHost, probeSetting } from '../../../src/runner/host/interventions.ts';

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
