export interface Word {
  text: string;
  isQuoted: boolean;
  /** Where it begins in the line, and the first position behind it. */
  start: number;
  end: number;
}

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
};

/**
 * Words between blanks; a text in quotes, of whatever kind a keyboard or a copied report has, is one word. A
 * quote without an end is an ordinary character.
 */
export function splitWords(line: string): Word[] {
  const words: Word[] = [];
  for (const { 0: plain, index: start } of line.matchAll(/\S+/g)) {
    // It is part of a text in quotes that began before.
    if (start < (words.at(-1)?.end ?? 0)) continue;
    const quote = closing[line[start] ?? ''];
    const quoted = quote === undefined ? undefined : readQuoted(line, start, quote);
    words.push(quoted ?? { text: plain, isQuoted: false, start, end: start + plain.length });
  }
  return words;
}

/** @returns undefined when it does not end, or not before a blank */
function readQuoted(line: string, start: number, quote: string): Word | undefined {
  let text = '';
  for (let at = start + 1; at < line.length; at += 1) {
    const character = line[at] ?? '';
    const next = line[at + 1];
    if (character === '\\' && (next === '\\' || next === quote)) {
      text += next;
      at += 1;
    } else if (character !== quote) text += character;
    else if (next === undefined || /\s/.test(next)) {
      return { text, isQuoted: true, start, end: at + 1 };
    } else if (/^,(?:\s|$)/.test(line.slice(at + 1, at + 3))) {
      // It parts the names of a list.
      return { text, isQuoted: true, start, end: at + 2 };
    } else return undefined;
  }
  return undefined;
}
