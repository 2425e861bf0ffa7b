import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPipeline } from './open-pipeline.ts';
import { makeFolder } from '../../make-folder.ts';

test('an agent without Node fails with one sentence, before the command of the step', async () => {
  const bin = makeFolder();
  for (const name of ['bash', 'dirname', 'env', 'git', 'sh']) {
    const place = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
    symlinkSync(place.trim(), join(bin, name));
  }
  const build = (await openPipeline({ path: bin })).begin('tidy');
  const { output, status } = await build.measure(0, { command: 'echo "the tests ran"' });
  expect(status, output).toBe(2);
  expect(output).toContain('perigee: there is no Node.js on the PATH of this agent, and');
  expect(output).not.toContain('the tests ran');
  expect([...build.received.annotations.keys()]).toEqual([]);
});

test.each([
  ['the agent', 'agent'],
  ['another plugin', 'plugin'],
] as const)(
  'a step whose command a hook of %s runs is refused before either of them',
  async (_owner, commandHookOf) => {
    const { begin } = await openPipeline({ commandHookOf });
    const { output, status } = await begin('tidy').measure(0, { command: 'echo "the tests ran"' });
    expect(status, output).toBe(2);
    expect(output).toContain('give Perigee a step of its own');
    expect(output).not.toContain('in its own way');
    expect(output).not.toContain('the tests ran');
  },
);

test('a plugin in the checkout works too, and refuses a wrong configuration before the command', async () => {
  const pipeline = await openPipeline();
  const build = pipeline.begin('tidy', { vendoredAt: '.buildkite/perigee' });
  const command = 'echo "the tests ran"';
  const wrong = await build.measure(0, { command, options: { kafka: { brokers: ['no port'] } } });
  expect(wrong.status, wrong.output).toBe(2);
  const typo = await build.measure(0, { command, options: { fail_on: 'never' } });
  expect(typo.output).toContain('Plugin validation failed');
  expect(typo.status).not.toBe(0);
  const none = await build.report();
  expect(none.status, none.output).toBe(3);
  for (const { output } of [wrong, typo]) expect(output).not.toContain('the tests ran');
});
