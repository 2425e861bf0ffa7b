import type { Annotations } from '../../contract/documents.ts';

/**
 * The value of a tag. A backslash before a comma or at the end would change the meaning of the line, and no
 * way to write it is known to the line protocol; so it becomes %5C, and a %5C that was there %255C. Line breaks
 * end a line whatever stands before them, and no query can hold a NUL.
 */
export function encodeTag(text: string): string {
  return text.replaceAll(
    /%(?=25|5C|0A|0D|00)|[\\\n\r\0]/g,
    (character) => escapes[character] ?? '',
  );
}

export function decodeTag(text: string): string {
  return text.replaceAll(/%(25|5C|0A|0D|00)/g, (escape) => originals[escape] ?? '');
}

const escapes: Readonly<Record<string, string>> = {
  '%': '%25',
  '\\': '%5C',
  '\n': '%0A',
  '\r': '%0D',
  '\0': '%00',
};
const originals = Object.fromEntries(Object.entries(escapes).map(([from, to]) => [to, from]));

type AnnotationValue = Annotations[string];

/**
 * Tags are texts: numbers and booleans stand as they are, and a text that reads like one of them, or is empty,
 * stands in quotation marks.
 */
export function encodeAnnotation(value: AnnotationValue): string {
  if (typeof value !== 'string') return String(value);
  return encodeTag(readsLikeOther(value) ? `"${value}"` : value);
}

export function decodeAnnotation(text: string): AnnotationValue {
  const value = decodeTag(text);
  if (value.length >= 2 && value.startsWith('"') && value.endsWith('"')) return value.slice(1, -1);
  if (value === 'true' || value === 'false') return value === 'true';
  return isNumber(value) ? Number(value) : value;
}

function readsLikeOther(text: string): boolean {
  const isQuoted = text.length >= 2 && text.startsWith('"') && text.endsWith('"');
  return text === '' || text === 'true' || text === 'false' || isQuoted || isNumber(text);
}

/** As JavaScript writes numbers: `1e3` is a text, since the number would be written 1000. */
function isNumber(text: string): boolean {
  return text !== '' && String(Number(text)) === text && Number.isFinite(Number(text));
}
