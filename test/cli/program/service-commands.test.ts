import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommandLine } from '../../servers/built-or-source.ts';

const root = join(import.meta.dirname, '../../..');

function perigee(...args: string[]) {
  const program = findCommandLine();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('help lists what belongs to the service, serve itself too', () => {
  const { stdout } = perigee('--help');
  const [, service = ''] = stdout.split('Commands for the service:\n');
  for (const name of ['serve', 'bot', 'publish', 'pack', 'queue', 'store']) {
    expect(service, name).toMatch(new RegExp(`^  ${name}\\b.* \\w`, 'm'));
  }
  expect(perigee('help', 'serve').stdout).toContain('`perigee serve --help` shows its options');
});

test('docs/commands.md has every command that help lists', () => {
  const { stdout } = perigee('--help');
  const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: \[| <| {2})/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(12);
  const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');
  const listed = names.filter((name) => name !== 'help');
  expect(listed.filter((name) => !page.includes(`\`perigee ${name}`))).toEqual([]);
});

test('started without its launcher, serve says that it is another program', () => {
  const { status, stderr } = perigee('serve', '--role', 'all');
  expect(status).toBe(2);
  expect(stderr).toContain('the service is another program');
  expect(stderr).not.toContain('defect');
});

test('a port that is none is refused', () => {
  const { status, stderr } = perigee('bot', 'setup', '--port', '70000');
  expect(status).toBe(2);
  expect(stderr).toContain('expected a port from 1 to 65535');
});
