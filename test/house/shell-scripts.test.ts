import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { listTrackedFiles, readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { shellcheck } from '../../scripts/testing/prepare-machine.ts';

const scripts = listTrackedFiles().filter((file) => {
  if (/\.(sh|bash|bats)$/.test(file)) return true;
  return !/\.\w+$/.test(file) && /^#!.*\b(ba)?sh\b/.test(readTracked(file));
});

test('the hooks of the plugin and the scripts of the build server are among the shell scripts', () => {
  for (const file of [
    '.ci/run',
    'buildkite-plugin/hooks/command',
    'buildkite-plugin/perigee.bash',
  ]) {
    expect(scripts).toContain(file);
  }
});

test('ShellCheck finds nothing in any of them', () => {
  const args = ['--external-sources', '--source-path=SCRIPTDIR', ...scripts];
  const { stdout, stderr, error } = spawnSync(shellcheck, args, { cwd: root, encoding: 'utf8' });
  expect({ stdout, stderr, error }).toEqual({ stdout: '', stderr: '', error: undefined });
});

test('and none of them tells it to look away', () => {
  const silenced = scripts.filter((file) => readTracked(file).includes('shellcheck disable'));
  expect(silenced).toEqual([]);
});
