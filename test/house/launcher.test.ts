import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/checks/tracked-files.ts';

/** Without the folders that npm puts first, `node` is the one of the machine, which may be older. */
const machinePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

test("the built program starts on the machine's own Node", () => {
  const program = join(root, 'bin/perigee.mjs');
  const { status, stdout, stderr } = spawnSync('node', [program, '--version'], {
    env: { ...process.env, PATH: machinePath },
    encoding: 'utf8',
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${version} \\(.*Node v\\d`));
});
