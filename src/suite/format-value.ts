import { cutText } from '../contract/cut-text.ts';

const longestShown = 60;

/** A value from perigee.yml as an error may show it: short, on one line, harmless to a terminal. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return formatText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'a map of keys';
}

/** The same for a text: in quotes, with what does not print written as its code. */
export function formatText(text: string): string {
  const harmless = cutText(text, longestShown).replace(/\p{C}/gu, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return `"${harmless.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;
}

/** `one of a, b or c`, or the only one there is. */
export function formatOneOf(choices: readonly string[], most?: number): string {
  return choices.length === 1 ? formatChoices(choices) : `one of ${formatChoices(choices, most)}`;
}

/** `a, b or c`, at most so many that a person reads them. */
export function formatChoices(choices: readonly string[], most = 20): string {
  if (choices.length <= 1) return choices.join('');
  if (choices.length > most) {
    return `${choices.slice(0, most).join(', ')} or one of ${choices.length - most} more`;
  }
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}
