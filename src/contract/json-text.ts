import { UserError } from './user-error.ts';

/** How much of a text from outside is read at all. */
export interface TextLimits {
  maxCharacters: number;
  /** Lists and objects inside each other. */
  maxDepth: number;
  /** Lists, objects and what is in them, keys not counted. Each takes memory, even where it is two characters. */
  maxValues: number;
}

/** Far above what Perigee writes: its deepest document has seven levels. */
export const documentLimits: TextLimits = {
  maxCharacters: 200_000_000,
  maxDepth: 32,
  maxValues: 10_000_000,
};

/**
 * A value takes 12 to 240 bytes, with its key and its place in what holds it. Of the heap of a process a third is for one
 * document while it is read.
 */
const bytesOfValue = 120;

/** As much of a document as a process can hold. @param heapBytes all that its heap may take */
export function limitsOfHeap(heapBytes: number): TextLimits {
  const { maxDepth, maxCharacters, maxValues } = documentLimits;
  const room = heapBytes / 3;
  return {
    maxDepth,
    maxCharacters: Math.min(maxCharacters, Math.floor(room)),
    maxValues: Math.min(maxValues, Math.floor(room / bytesOfValue)),
  };
}

/**
 * `NaN` and `Infinity`, which the JSON of Python's standard library has for numbers that are none, become texts. What
 * stands in texts is left as it is.
 */
export function replaceNoNumbers(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  );
}

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
  const excess = findExcess(text, limits);
  if (excess === 'depth') {
    throw new UserError({
      where,
      seen: `lists and objects nested more than ${limits.maxDepth} deep`,
      expected: 'what Perigee writes, which is far flatter',
      remedy: 'check what wrote it',
    });
  }
  if (excess === 'values') {
    throw new UserError({
      where,
      seen: `more than ${limits.maxValues} values in one document`,
      expected: 'as many as fit into the memory of this process',
      remedy:
        'check what wrote it; measure fewer tests in one shard, or give this process more memory',
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError({
      where,
      seen: `not JSON: ${escapeControls((cause as Error).message)}`,
      expected: 'one whole JSON document',
      remedy: 'check that it was not cut off or edited; write it again with Perigee',
      cause,
    });
  }
}

/**
 * Counts brackets and commas outside strings: behind each begins a value, or nothing. A text that is not JSON may
 * be miscounted; parsing refuses it.
 */
function findExcess(
  text: string,
  { maxDepth, maxValues }: TextLimits,
): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case quote:
        i = findStringEnd(text, i);
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        values += 1;
        if (depth > maxDepth) return 'depth';
        if (values > maxValues) return 'values';
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        break;
      case comma:
        values += 1;
        if (values > maxValues) return 'values';
    }
  }
  return undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** @returns where the closing quote is, or the end of the text */
export function findStringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === backslash) i += 1;
    else if (character === quote) return i;
  }
  return text.length;
}

/** The parser quotes what it met; a terminal must not obey it. */
function escapeControls(message: string): string {
  return message.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
