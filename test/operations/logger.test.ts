import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { createLogger, type LogLevel } from '../../src/operations/logger.ts';

function capture(level: LogLevel, secrets: string[] = []) {
  const lines: unknown[] = [];
  const logger = createLogger({
    ...{ level, secrets },
    nowMs: () => Date.parse('2026-11-21T06:00:00Z'),
    write: (line) => lines.push(JSON.parse(line)),
  });
  return { ...logger, lines };
}

test('a line is one JSON object with time, level, message and facts', () => {
  const { log, lines } = capture('info');
  log('info', 'wrote a build', { points: 120, build: 'a\nb' });
  expect(lines).toEqual([
    {
      ...{ time: '2026-11-21T06:00:00.000Z', level: 'info', message: 'wrote a build' },
      ...{ points: 120, build: 'a\nb' },
    },
  ]);
});

test('what is below the level is not written', () => {
  const { log, lines } = capture('warn');
  log('info', 'nothing');
  log('error', 'something');
  expect(lines).toHaveLength(1);
});

test('a secret is blotted out wherever it appears', () => {
  const { log, lines } = capture('info', ['hunter2-hunter2']);
  const error = new Error('refused token hunter2-hunter2');
  log('warn', 'trouble', { error, deep: { list: ['x hunter2-hunter2 y'] } });
  expect(JSON.stringify(lines)).not.toContain('hunter2');
  expect(JSON.stringify(lines)).toContain('x *** y');
});

test('an error that a user can fix is told without a stack, a defect with one', () => {
  const { log, lines } = capture('info');
  log('error', 'a', { error: new UserError({ seen: 'no token' }) });
  log('error', 'b', { error: new TypeError('oops') });
  expect(lines).toMatchObject([
    { error: 'no token' },
    { error: expect.stringContaining('logger.test.ts') as string },
  ]);
});
