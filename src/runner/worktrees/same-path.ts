import { mkdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import type { EnterAt } from '../../contract/execution.ts';
import type { Worktrees } from './add-worktrees.ts';

/** Where commands see their checkout, whichever side it is of. */
export interface SamePath {
  at(checkout: string): string;
  /** @param directory where it starts, in the checkout */
  enter(checkout: string, directory: string, command: readonly string[]): readonly string[];
}

/** Of equal length with the checkout's own name, as builds of a side have names of several lengths. */
export function seenAt(checkout: string): string {
  return join(dirname(checkout), 'checkout'.padEnd(basename(checkout).length, '-'));
}

/** Makes the empty folders over which checkouts are mounted. */
export function createSamePath(worktrees: Worktrees, enterAt: EnterAt): SamePath {
  const places = [...worktrees.before, ...worktrees.after].map(seenAt);
  for (const place of new Set(places)) mkdirSync(place, { recursive: true });
  return {
    at: seenAt,
    enter(checkout, directory, [program = '', ...args]) {
      const place = seenAt(checkout);
      const inside = relative(checkout, program);
      const isIn = program.startsWith('/') && !inside.startsWith('..');
      const command = [isIn ? join(place, inside) : program, ...args];
      const start = join(place, relative(checkout, directory));
      return enterAt({ folder: checkout, at: place, directory: start }, command);
    },
  };
}

export const noSamePath: Problem = {
  code: 'no-same-path',
  message:
    'samePath in perigee.yml has no effect: this host does not let Perigee mount a checkout for its commands alone; perigee doctor says what it needs',
};
