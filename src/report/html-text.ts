import { makePlain } from './plain-text.ts';

/** Text that is HTML already. Only `html` and `trustMarkup` make it. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Harmless as the text of an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return makePlain(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * A template whose values are escaped unless they are markup themselves; lists are joined. The
 * indentation of the source is not part of the page.
 */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const text = pieces.map((piece, index) => {
    const outdented = piece.replace(/\n\s*/g, '\n');
    return index < parts.length ? outdented + formatPart(parts[index] ?? '') : outdented;
  });
  return new Markup(text.join(''));
}

/** For what this repository's own build made: script and style. */
export function trustMarkup(text: string): Markup {
  return new Markup(text);
}

function formatPart(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(formatPart).join('');
}

/** JSON that cannot end the script element it stands in. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
