import type { GateSettings } from './gate.ts';

/**
 * Whether a change touches what can make it slower, by `gate.paths` and `gate.ignore`.
 * @param changedFiles paths from the root of the repository; undefined when there are too many to list
 */
export function isRelevant(
  changedFiles: readonly string[] | undefined,
  { paths, ignore }: Pick<GateSettings, 'paths' | 'ignore'>,
): boolean {
  if (changedFiles === undefined || (paths === undefined && ignore.length === 0)) return true;
  const wanted = (paths ?? ['**']).map(readPattern);
  const ignored = ignore.map(readPattern);
  const fits = (patterns: readonly Token[][], file: string) =>
    patterns.some((pattern) => matches(pattern, file));
  return changedFiles.some((file) => fits(wanted, file) && !fits(ignored, file));
}

/**
 * A character that stands for itself; any text within a folder; any text; and two stars with a slash: any folders or
 * none, which are entered where a folder begins and left behind a slash.
 */
type Token = { kind: 'text'; text: string } | { kind: 'star' | 'any' | 'enter' | 'folders' };

function readPattern(pattern: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < pattern.length) {
    const isStart = at === 0 || pattern[at - 1] === '/';
    if (isStart && pattern.startsWith('**/', at)) {
      tokens.push({ kind: 'enter' }, { kind: 'folders' });
      at += 3;
    } else if (pattern.startsWith('**', at)) {
      tokens.push({ kind: 'any' });
      at += 2;
    } else {
      const text = pattern.charAt(at);
      tokens.push(text === '*' ? { kind: 'star' } : { kind: 'text', text });
      at += 1;
    }
  }
  return tokens;
}

/**
 * Follows all ways through the pattern at once (Thompson, 1968). Names come from whoever proposes the change;
 * with a regular expression a long one could be tried for hours.
 */
function matches(tokens: readonly Token[], path: string): boolean {
  let states = new Set<number>();
  enter(tokens, 0, states);
  for (const character of path.split('')) {
    const next = new Set<number>();
    for (const state of states) step(tokens, state, character, next);
    states = next;
  }
  return states.has(tokens.length);
}

/** Adds a state, and those that are reached from it without a character. */
function enter(tokens: readonly Token[], state: number, states: Set<number>): void {
  states.add(state);
  switch (tokens[state]?.kind) {
    case 'star':
    case 'any': {
      enter(tokens, state + 1, states);
      return;
    }
    case 'enter':
      states.add(state + 1);
      {
        enter(tokens, state + 2, states);
        return;
      }
    case 'folders':
    case 'text':
    case undefined:
      return undefined;
  }
}

function step(tokens: readonly Token[], state: number, character: string, next: Set<number>): void {
  const token = tokens[state];
  switch (token?.kind) {
    case 'text':
      if (token.text === character) enter(tokens, state + 1, next);
      return;
    case 'star':
      if (character !== '/') enter(tokens, state, next);
      return;
    case 'any': {
      enter(tokens, state, next);
      return;
    }
    case 'folders':
      next.add(state);
      if (character === '/') enter(tokens, state + 1, next);
      return;
    case 'enter':
    case undefined:
      return undefined;
  }
}
