import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { makeFolder } from '../../make-folder.ts';

const program = join(root, 'src/profile/control/main.ts');

let folder: string;
beforeEach(() => (folder = makeFolder()));

function run(costs: object, ...command: string[]) {
  const args = [program, JSON.stringify(costs), ...command];
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

test('it ends as its command does, and says what that says', () => {
  expect(run({}, 'sh', '-c', 'echo said; exit 7')).toMatchObject({ status: 7, stdout: 'said\n' });
  expect(run({}, 'sh', '-c', 'kill -TERM $$').status).toBe(128 + 15);
});

test('a command that is not there is a failure that names it', () => {
  const { status, stderr } = run({}, 'no-such-program');
  expect(status).toBe(127);
  expect(stderr).toContain('no-such-program');
});

test('CPU time that is added is used', () => {
  // The shell counts what its children used.
  const measure = (cpuNs: number): number => {
    const command = `"${process.execPath}" "${program}" '{"cpuNs":${cpuNs}}' true; times`;
    const { stdout } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    const times = [...(stdout.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
    return times.reduce(
      (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
      0,
    );
  };
  expect(measure(5e8) - measure(0)).toBeGreaterThan(0.35);
});

test('what it writes is gone afterwards', () => {
  expect(run({ writeBytes: 3e6 }, 'true').status).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
