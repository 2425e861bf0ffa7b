import { UserError } from './user-error.ts';

/** How much of a text from outside is read at all. */
export interface TextLimits {
  maxCharacters: number;
  /** Lists and objects inside each other. */
  maxDepth: number;
}

/** Far above what Perigee writes: its deepest document has seven levels. */
export const documentLimits: TextLimits = { maxCharacters: 200_000_000, maxDepth: 32 };

/**
 * Parses JSON from outside. Its size and depth are judged before, so that nothing later, not even the
 * text of an error, has to walk a hostile one.
 * @throws UserError when it is too large, too deep or not JSON
 */
export function parseJson(text: string, where: string, limits: TextLimits): unknown {
  if (text.length > limits.maxCharacters) {
    throw new UserError({
      where,
      seen: `${text.length} characters of JSON`,
      expected: `at most ${limits.maxCharacters}`,
      remedy: 'check what wrote it; measure fewer tests in one shard if it is right',
    });
  }
  if (isDeeperThan(text, limits.maxDepth)) {
    throw new UserError({
      where,
      seen: `lists and objects nested more than ${limits.maxDepth} deep`,
      expected: 'what Perigee writes, which is far flatter',
      remedy: 'check what wrote it',
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError({
      where,
      seen: `not JSON: ${showControls((cause as Error).message)}`,
      expected: 'one whole JSON document',
      remedy: 'check that it was not cut off or edited; write it anew with Perigee',
      cause,
    });
  }
}

/** Counts brackets outside strings. A text that is not JSON may be miscounted; parsing refuses it. */
function isDeeperThan(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === quote) i = findStringEnd(text, i);
    else if (character === openBrace || character === openBracket) depth += 1;
    else if (character === closeBrace || character === closeBracket) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** @returns where the closing quote is, or the end of the text */
function findStringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === backslash) i += 1;
    else if (character === quote) return i;
  }
  return text.length;
}

/** The parser quotes what it met; a terminal must not obey it. */
function showControls(message: string): string {
  return message.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
