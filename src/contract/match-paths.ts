import type { GateSettings } from './gate.ts';

/**
 * The most that all patterns may cost over all names: some 30 ms. Honest changes stay far below; the names of a hostile
 * one could keep every other pull request waiting.
 */
const mostSteps = 500_000;
/** Cost of each new way through a pattern, which is kept for the next time. */
const stepsOfNewWay = 20;

interface Budget {
  steps: number;
}

/**
 * Whether a change touches what can make it slower, by `gate.paths` and `gate.ignore`.
 * @param changedFiles paths from the root of the repository; undefined when there are too many to list
 * @returns true too where finding out would take too long: to measure is never wrong
 */
export function isRelevant(
  changedFiles: readonly string[] | undefined,
  { paths, ignore }: Pick<GateSettings, 'paths' | 'ignore'>,
): boolean {
  if (changedFiles === undefined || (paths === undefined && ignore.length === 0)) return true;
  const budget = { steps: mostSteps };
  const open = (pattern: string): Fits => openPattern(pattern, budget);
  const wanted = (paths ?? ['**']).map(open);
  const ignored = ignore.map(open);
  const fits = (patterns: readonly Fits[], file: string) =>
    patterns.some((pattern) => pattern(file));
  return changedFiles.some((file) => {
    return (fits(wanted, file) && !fits(ignored, file)) || budget.steps <= 0;
  });
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

/** @returns any answer once the budget is used up */
type Fits = (path: string) => boolean;

/** The places in a pattern after the same text, and where each next character leads. */
interface Place {
  states: ReadonlySet<number>;
  next: Map<number, Place>;
}

/**
 * Follows all ways through the pattern at once (Thompson, 1968), and remembers each place it comes to. Names come
 * from the author of the change; a regular expression could take hours on a long one.
 */
function openPattern(pattern: string, budget: Budget): Fits {
  let machine: { tokens: Token[]; start: Place } | undefined;
  const places = new Map<string, Place>();
  const open = (states: ReadonlySet<number>): Place => {
    const key = [...states].sort((a, b) => a - b).join();
    const known = places.get(key);
    if (known !== undefined) return known;
    const made = { states, next: new Map<number, Place>() };
    places.set(key, made);
    return made;
  };
  const begin = (): { tokens: Token[]; start: Place } => {
    budget.steps -= stepsOfNewWay + pattern.length;
    const tokens = readPattern(pattern);
    const states = new Set<number>();
    enter(tokens, 0, states);
    return { tokens, start: open(states) };
  };
  return (path) => {
    // A name of nothing costs its question.
    budget.steps -= 1;
    if (budget.steps <= 0) return false;
    const { tokens, start } = (machine ??= begin());
    // Nothing behind two stars at the end can be wrong.
    const sure = tokens.at(-1)?.kind === 'any' ? tokens.length - 1 : -1;
    let place = start;
    for (let at = 0; at < path.length; at++) {
      if (place.states.size === 0 || budget.steps <= 0) return false;
      if (place.states.has(sure)) return true;
      const code = path.charCodeAt(at);
      let next = place.next.get(code);
      if (next === undefined) {
        const states = new Set<number>();
        for (const state of place.states) step(tokens, state, path.charAt(at), states);
        place.next.set(code, (next = open(states)));
        budget.steps -= stepsOfNewWay * (1 + place.states.size);
      }
      budget.steps -= 1;
      place = next;
    }
    return place.states.has(tokens.length);
  };
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
