import { expect, test } from 'vitest';
import { exitCode, UserError } from '../../src/contract/user-error.ts';

test('the message says where, what was seen, what was expected, what else, and what to do', () => {
  const error = new UserError({
    where: 'perigee.yml:12:5',
    seen: '"latencyy" is not a metric',
    expected: 'a metric, e.g. latency',
    also: ['/x: 1, not text'],
    remedy: 'write latency',
  });
  expect(error.message).toBe(
    [
      'perigee.yml:12:5: "latencyy" is not a metric',
      '  expected: a metric, e.g. latency',
      '  also: /x: 1, not text',
      '  to do: write latency',
    ].join('\n'),
  );
});

test('what is not known is not mentioned', () => {
  expect(new UserError({ seen: 'no repository here' }).message).toBe('no repository here');
});

test('it ends the program as wrong usage unless it says otherwise', () => {
  expect(new UserError({ seen: 'x' }).exitCode).toBe(exitCode.wrongUsage);
  const other = new UserError({ seen: 'x', exitCode: exitCode.couldNotMeasure });
  expect(other.exitCode).toBe(3);
});

test('the cause is kept for whoever looks for a defect', () => {
  const cause = new Error('ENOENT');
  expect(new UserError({ seen: 'x', cause }).cause).toBe(cause);
});
