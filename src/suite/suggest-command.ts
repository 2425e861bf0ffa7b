import { formatText } from './format-value.ts';

/**
 * How to write a line as a list of program and arguments. Splitting at blanks is right only where a
 * shell would have done no more than that; anything else is left to a shell that is named.
 */
export function suggestCommand(line: string): string {
  const isPlain = /^[\w./:=@%+ -]+$/.test(line);
  return isPlain ? `[${line.trim().split(/ +/).join(', ')}]` : `[sh, -c, ${formatText(line)}]`;
}
