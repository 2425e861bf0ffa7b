import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCommandLine } from '../../servers/built-or-source.ts';

describe('help', () => {
  /** What a person reads who asks the command line for help, or was sent there. */
  const program = findCommandLine();

  function perigee(...args: string[]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
    });
    return { status, stdout: stdout.replaceAll(/\s+/g, ' '), stderr };
  }

  test('patch is said to measure everything since the branch, not only what is uncommitted', () => {
    const all = perigee('--help').stdout;
    const own = perigee('patch', '--help').stdout;
    const words = 'everything since you branched: commits, uncommitted changes and untracked files';
    expect(all).toContain(words);
    expect(own).toContain(words);
    expect(all + own).not.toContain('your uncommitted change');
  });

  test('the first screen has eight commands and three groups', () => {
    const { stdout } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
    const [, commands = '', groups = ''] = stdout.split(/\n(?:Commands|Groups of commands):\n/);
    const listNames = (text: string) => [...text.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
    expect(listNames(commands).join(' ')).toBe(
      'demo init patch run compare explain open doctor help',
    );
    expect(listNames(groups)).toEqual(['ci', 'suite', 'store']);
  });

  test.each([
    ['ci', 'shard'],
    ['suite', 'bisect'],
    ['store', 'history'],
  ])('`perigee %s` lists %s, which works with and without the group', (group, member) => {
    expect(perigee(group, '--help').stdout).toContain(` ${member} `);
    const own = perigee(member, '--help').stdout;
    expect(own).toContain(`Usage: perigee ${member} `);
    expect(perigee(group, member, '--help').stdout).toBe(own);
    expect(perigee('help', group, member).stdout).toBe(own);
  });

  test.each([
    [['ci', 'patch'], 'patch is not in this group, which has shard, '],
    [['help', 'ci', 'patch'], 'patch is not in this group, which has shard, '],
    [['help', 'pacth'], "unknown command 'pacth'\n(Did you mean patch?)"],
    [['store', 'sl', '--help'], "unknown command 'sl'\n(Did you mean ls?)"],
  ])('what is asked for and is not there is named: %j', (args, seen) => {
    const { status, stderr } = perigee(...args);
    expect(stderr).toContain(seen);
    expect(status).toBe(2);
  });

  test('queue says whose word the log of deliveries holds', () => {
    const { stdout } = perigee('queue', 'ls', '--help');
    expect(stdout).toContain('the log of webhooks for the bot');
  });

  test('each verdict that --fail-on takes is explained, and the usual one is named', () => {
    const { stdout } = perigee('run', '--help');
    const [, text = ''] = stdout.split('--fail-on <verdict>');
    for (const verdict of ['undecided', 'regressed', 'never'])
      expect(text).toContain(`${verdict}: `);
    expect(text).toContain('choices: "undecided", "regressed", "never", default: "undecided"');
  });

  test.each([
    ['perigee', ['--nope']],
    ['perigee', ['rnu']],
    ['perigee run', ['run', '--sed', '1']],
    ['perigee run', ['run', '--fail-on', 'nothing']],
    ['perigee compare', ['compare', '--nope']],
    ['perigee config check', ['config', 'check', '--nope']],
    ['perigee bot', ['bot', 'stup']],
    ['perigee bot setup', ['bot', 'setup', '--port', '70000']],
    ['perigee queue ls', ['queue', 'ls', '--nope']],
    ['perigee store show', ['store', 'show']],
  ])('what is wrong for `%s` points to its own help: %j', (command, args) => {
    const { status, stderr } = perigee(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(`\n(${command} --help shows what there is)\n`);
  });

  test.each([
    [['completion', 'bash'], '`perigee --help`'],
    [['store', 'build', '801', '--suite', 'sync'], '`perigee open`'],
    [['store', 'machine', '--last', '5'], '`perigee open`'],
  ])('the command %j, which is gone, says in one sentence what to use instead', (args, instead) => {
    const { status, stderr } = perigee(...args);
    expect(status).toBe(2);
    expect(stderr).toContain('no longer exists');
    expect(stderr).toContain(instead);
  });
});

describe('service commands', () => {
  const root = join(import.meta.dirname, '../../..');

  function perigee(...args: string[]) {
    const program = findCommandLine();
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  test('help all lists what belongs to the service, serve itself too', () => {
    const { stdout } = perigee('help', 'all');
    const [, service = ''] = stdout.split('Commands for the service:\n');
    for (const name of ['serve', 'bot', 'publish', 'pack', 'queue']) {
      expect(service, name).toMatch(new RegExp(`^  ${name}\\b.* \\w`, 'm'));
    }
  });

  test('docs/commands.md has every command that help lists', () => {
    const { stdout } = perigee('help', 'all');
    const names = [...stdout.matchAll(/^ {2}([a-z]+)(?: \[| <| {2})/gm)].map(
      ([, name = '']) => name,
    );
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
});
