import { expect, test } from 'vitest';
import { chooseTurn, type Hook, parseHook } from '../../buildkite-plugin/src/choose-turn.ts';

type Case = [hook: Hook, when: 'after' | 'before', command: string, status: string, kind: string];

test.each<Case>([
  ['pre-command', 'after', 'make', '', 'passes'],
  ['pre-command', 'before', 'make', '', 'works'],
  ['pre-command', 'before', '', '', 'passes'],
  ['command', 'after', '', '', 'works'],
  ['command', 'before', ' \n', '', 'works'],
  ['command', 'after', 'make', '', 'passes'],
  ['post-command', 'after', 'make', '0', 'works'],
  ['post-command', 'after', 'make', '1', 'passes'],
  ['post-command', 'after', 'make', '-1', 'passes'],
  ['post-command', 'after', 'make', '', 'passes'],
  ['post-command', 'before', 'make', '0', 'passes'],
  ['post-command', 'after', '', '0', 'passes'],
])('%s, when: %s, command %j that ended with %j: %s', (hook, when, command, status, kind) => {
  const environment = { BUILDKITE_COMMAND: command, BUILDKITE_COMMAND_EXIT_STATUS: status };
  expect(chooseTurn(hook, { when }, environment).kind).toBe(kind);
});

test('each step has exactly one hook that works, unless its command failed', () => {
  for (const when of ['after', 'before'] as const) {
    for (const command of ['', 'make']) {
      const environment = { BUILDKITE_COMMAND: command, BUILDKITE_COMMAND_EXIT_STATUS: '0' };
      const turns = (['pre-command', 'command', 'post-command'] as const).map(
        (hook) => chooseTurn(hook, { when }, environment).kind,
      );
      expect(turns.filter((kind) => kind === 'works')).toHaveLength(1);
    }
  }
});

test('after a command that failed, why nothing is measured is said', () => {
  const environment = { BUILDKITE_COMMAND: 'make', BUILDKITE_COMMAND_EXIT_STATUS: '2' };
  const turn = chooseTurn('post-command', { when: 'after' }, environment);
  expect(turn).toEqual({
    kind: 'passes',
    why: 'Perigee does nothing, because the command of this step ended with 2',
  });
});

test.each([[[]], [['environment']], [['command', 'x']]])('arguments %j are refused', (args) => {
  expect(() => parseHook(args)).toThrow(/name of a hook: pre-command, command, post-command/);
});
