import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportBySudo, throughSudo } from '../../../src/profile/launch/through-sudo.ts';
import { makeFolder } from '../../make-folder.ts';

const sudo = ['--non-interactive', 'unshare', '--mount', 'setpriv', '--version'];
const hasSudo = spawnSync('sudo', sudo, { stdio: 'ignore' }).status === 0;

/** Runs a script as root and then one as the user, who has these variables. */
function run(asRoot: string, asUser: string, variables: Record<string, string> = {}) {
  const folder = makeFolder();
  const [program = '', ...args] = throughSudo(folder, asRoot, [
    '/bin/sh',
    '-c',
    asUser,
    'name',
    'a b',
  ]);
  // A launcher hands over both: where it hears the command, and where the command hears it.
  const orders = join(makeFolder(), 'orders');
  writeFileSync(orders, 'go\n');
  const descriptor = openSync(orders, 'r');
  const { output, status } = spawnSync(program, args, {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe', descriptor],
  });
  closeSync(descriptor);
  return { out: output[1] ?? '', report: output[3] ?? '', status, left: readdirSync(folder) };
}

describe.runIf(hasSudo)('through sudo', () => {
  test('a command gets its arguments, its variables and its mask, and is run as the user', () => {
    const text = `it's "$HOME"\n\\ and more`;
    const script = 'echo "$1"; echo "$TEXT"; umask; id -u; env | grep SUDO_; exit 7';
    const { out, status } = run('umask 0', script, { TEXT: text });
    const mask = spawnSync('sh', ['-c', 'umask'], { encoding: 'utf8' }).stdout;
    expect(out).toBe(`a b\n${text}\n${mask}${process.getuid?.()}\n`);
    expect(status).toBe(7);
  });

  test('what root mounts is there for the command, and for nobody else', () => {
    const { out } = run('mount -t tmpfs perigee-test /mnt', 'grep -c perigee-test /proc/mounts');
    expect(out).toBe('1\n');
    expect(spawnSync('grep', ['perigee-test', '/proc/mounts']).status).toBe(1);
  });

  test('a launcher and the command hear each other, and nothing is left in the folder', () => {
    const { left, out, report } = run(':', 'echo ready >&3; cat <&4');
    expect({ out, report }).toEqual({ out: 'go\n', report: 'ready\n' });
    expect(left).toEqual([]);
  });

  test('a launcher hears of it when root cannot go on, and the command is not run', () => {
    const { left, out, report, status } = run(`${reportBySudo}; exit 125`, 'echo run');
    expect({ left, out, report, status }).toEqual({
      left: [],
      out: '',
      report: 'no-view\n',
      status: 125,
    });
  });
});
