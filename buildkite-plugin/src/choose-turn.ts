import { UserError } from '../../src/contract/user-error.ts';
import type { Options } from './options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const hooks = ['pre-command', 'command', 'post-command'] as const;
export type Hook = (typeof hooks)[number];

export type Turn =
  /** Measures, or reports. */
  | { kind: 'works' }
  /** Another hook does, or none; `why` where a person may wonder. */
  | { kind: 'passes'; why?: string };

/** @throws UserError when the program was not called by a hook of the plugin */
export function parseHook(args: readonly string[]): Hook {
  const hook = hooks.find((name) => name === args[0]);
  if (hook !== undefined && args.length === 1) return hook;
  throw new UserError({
    where: 'arguments',
    seen: JSON.stringify(args.join(' ').slice(0, 100)),
    expected: `the name of a hook: ${hooks.join(', ')}`,
    remedy: 'let the hooks of the plugin call this program',
  });
}

/** A step that has a command keeps it: Perigee works before or after it. Without one Perigee is the command. */
export function chooseTurn(
  hook: Hook,
  { when }: Pick<Options, 'when'>,
  environment: Environment,
): Turn {
  const hasCommand = (environment['BUILDKITE_COMMAND'] ?? '').trim() !== '';
  const status = environment['BUILDKITE_COMMAND_EXIT_STATUS'] ?? '';
  switch (hook) {
    case 'pre-command':
      return hasCommand && when === 'before' ? { kind: 'works' } : { kind: 'passes' };
    case 'command':
      return hasCommand ? { kind: 'passes' } : { kind: 'works' };
    case 'post-command':
      if (!hasCommand || when === 'before') return { kind: 'passes' };
      if (status === '0') return { kind: 'works' };
      return {
        kind: 'passes',
        why: `Perigee does nothing, because the command of this step ended with ${status === '' ? 'no status' : status}`,
      };
  }
}
