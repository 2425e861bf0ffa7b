import type { SuiteProblem } from './places.ts';
import { formatText } from './format-value.ts';
import { suggestCommand } from './suggest-command.ts';

/** Checks a list of program and arguments. */
export function checkCommand(command: readonly string[], pointer: string): SuiteProblem[] {
  const program = command[0] ?? '';
  const at = `${pointer}/0`;
  const broken = command.findIndex((word) => word.includes('\0'));
  if (broken >= 0) return [{ at: `${pointer}/${broken}`, seen: 'a NUL character in a command' }];
  if (program.trim() === '') {
    return [{ at, seen: 'the program is an empty text', expected: 'the name of a program' }];
  }
  // A path may hold blanks; a line that was meant for a shell has no slash in its first word.
  const words = program.trim().split(/\s+/);
  if (command.length > 1 || words.length === 1 || words[0]?.includes('/')) return [];
  return [
    {
      at,
      seen: `${formatText(program)} is one word with blanks in it, and no shell will split it`,
      expected: 'program and arguments, each an entry of its own',
      remedy: `write ${suggestCommand(program)}`,
    },
  ];
}
