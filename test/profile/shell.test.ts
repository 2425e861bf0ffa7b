import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundle } from '../buildkite-plugin/agent/stage-plugin.ts';
import { lineOfBatchFile } from '../../src/profile/shell.ts';
import { executeHere, findSpan, root } from './execute-here.ts';

const program = join(root, 'bin/perigee.mjs');
const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function perigee(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('node', [program, ...args], { encoding: 'utf8' });
}

test('a span ends as its command does, with and without a collector', async () => {
  expect(perigee('span', 's', '--', 'sh', '-c', 'exit 7').status).toBe(7);
  expect(perigee('span', 's', '--', 'sh', '-c', 'kill -9 $$').status).toBe(137);
  const { outcome, problems } = await executeHere(0, [
    ...['node', program, 'span', 's', '--', 'sh', '-c', 'exit 7'],
  ]);
  expect(outcome.exitCode).toBe(7);
  expect(problems).toMatchObject([{ code: 'span-failed', span: 's' }]);
});

test.each([
  [['span'], 'write perigee span <name>'],
  [['span', 's', '--'], 'write perigee span <name>'],
  [['span', 's', 'sleep', '1'], 'write perigee span <name>'],
  [['span', 's', '--annotate', 'size', '--', 'true'], '"size" is no annotation'],
  [['span', 's', '--', 'no-such-program'], 'no-such-program cannot be started'],
  [['record', 'ops'], 'write perigee record <name> <value>'],
  [['record', 'ops', 'many'], '"many" is no value'],
  [['record', 'ops', ''], '"" is no value'],
])('perigee %j says what is wrong with it', (args, why) => {
  const { status, stderr } = perigee(...args);
  expect(stderr).toMatch(/^perigee: [^\n]*\n$/);
  expect(stderr).toContain(why);
  expect(status).toBe(2);
});

test('what Windows starts through cmd keeps its arguments', () => {
  expect(lineOfBatchFile(['npm', 'run', 'a b', '50%', 'say "hi"\\'])).toBe(
    String.raw`npm ^^^"run^^^" ^^^"a^^^ b^^^" ^^^"50^^^%^^^" ^^^"say^^^ \^^^"hi\^^^"\\^^^"`,
  );
});

test('a signal to the span reaches its command', async () => {
  const waiting = "trap 'echo ended; exit 3' TERM; echo begun; while :; do sleep 0.05; done";
  const child = spawn('node', [program, 'span', 's', '--', 'sh', '-c', waiting]);
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += String(text)));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([3, null]);
  expect(output).toBe('begun\nended\n');
});

test('annotations are text, numbers or truth values', async () => {
  const notes = ['a=1.5', 'b=true', 'c=x=y', 'd=', 'e=1e3'].flatMap((one) => ['--annotate', one]);
  const command = ['node', program, 'span', 's', ...notes, '--', 'true'];
  const execution = await executeHere(0, command);
  expect(execution.log).toBe('');
  const annotations = { a: 1.5, b: true, c: 'x=y', d: '', e: '1e3' };
  expect(findSpan(execution, 's').annotations).toEqual(annotations);
});

test('tests of the action find the same program and the SDKs that are sources in PERIGEE_HOME', async () => {
  // Laid out as the checkout of the action is: what it ships leads into the SDKs beside it.
  const links = { recursive: true, verbatimSymlinks: true };
  cpSync(await bundle('action'), join(folder, 'action/dist'), links);
  symlinkSync(join(root, 'sdk'), join(folder, 'sdk'));
  const home = join(folder, 'action/dist/home');
  const script = `. "$PERIGEE_HOME/sdk/shell/perigee.sh"; perigee span s -- true; perigee record n 1`;
  const execution = await executeHere(0, ['sh', '-c', script], {
    environment: { PATH: process.env['PATH'] ?? '', PERIGEE_HOME: home },
  });
  expect([execution.log, execution.problems]).toEqual(['', []]);
  expect(findSpan(execution, 's').occurrences).toBe(1);
  expect(findSpan(execution, 'whole test').values['n']).toBe(1);
  const { stderr } = spawnSync('node', [join(home, 'bin/perigee.mjs'), 'run'], {
    encoding: 'utf8',
  });
  expect(stderr).toContain('only `span` and `record` are here');
});
