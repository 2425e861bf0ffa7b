import { afterEach, expect, test, vi } from 'vitest';
import { endWith } from '../../src/cli/end-with.ts';
import { exitCode, UserError } from '../../src/contract/user-error.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function listenToErrors(): () => string {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((more) => {
    text += String(more);
    return true;
  });
  return () => text;
}

test('a command ends with its own exit code', async () => {
  expect(await endWith(Promise.resolve(exitCode.undecided))).toBe(4);
});

test('what the user can fix is told without a stack and has the code it asks for', async () => {
  const written = listenToErrors();
  const facts = { seen: 'the disk is full', exitCode: exitCode.couldNotMeasure };
  expect(await endWith(Promise.reject(new UserError(facts)))).toBe(3);
  expect(written()).toBe('perigee: the disk is full\n');
});

test('what an error quotes cannot move the cursor; its own lines stay', async () => {
  const written = listenToErrors();
  const facts = { seen: 'its last lines were\n    \u001b[2Jred\r', remedy: 'read the log' };
  await endWith(Promise.reject(new UserError(facts)));
  expect(written()).not.toMatch(/[\u001b\r]/u);
  expect(written()).toMatch(/were\n {4}.*red.*\n {2}to do: read the log\n$/);
});

test('a defect of ours shows its stack and never reads as a regression', async () => {
  const written = listenToErrors();
  expect(await endWith(Promise.reject(new TypeError('x is not a function')))).toBe(3);
  expect(written()).toContain('TypeError: x is not a function\n    at ');
});
