import { leavesTagOpen } from './open-ends.ts';

/**
 * `covered` is a line of a paragraph that is quoted, folded or struck out; `apart` belongs to no paragraph:
 * code, a quote, a comment, a blank line. `unclear`: what this line begins cannot be told without a whole
 * Markdown parser, nor what follows.
 */
export type LineKind = 'text' | 'covered' | 'apart' | 'unclear';

const quoteStart = /^ {0,3}>(.*)$/s;
/** With `s`: of a line with a separator that `.` does not match, every length of the run would be tried. */
const fenceStart = /^( {0,3})(`{3,}|~{3,})(.*)$/s;
/** The same where it may belong to an item of a list, or be code itself. */
const anyFence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]+)*(?:`{3,}[^`]*$|~{3,})/;
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** Elements whose text is a quotation, code, folded or struck out. */
const hidingTag =
  /<(\/?)(blockquote|pre|code|samp|kbd|tt|q|del|s|strike|details|script|style|textarea|template|title|svg|math)(?=[\s/>]|$)/gi;
/** A line of which nothing can be but plain tags and words. */
const plainTags = /^ {0,3}<[^`"'=\\[\]&]*$/;

/** Reads the lines of a comment one after the other: which of them are its author's own visible words. */
export function createBlockReader(): { read(line: string): LineKind } {
  let fence: { mark: string; length: number } | undefined;
  let inComment = false;
  /** What follows is unclear. */
  let isUnclear = false;
  /** The line before was quoted: a plain line after it belongs to its last paragraph. */
  let inQuote = false;
  let hasList = false;
  /** Since the last blank line there was a line of HTML: what follows it is no Markdown. */
  let inHtml = false;
  const depths = new Map<string, number>();

  const readComments = (line: string): LineKind => {
    if (inComment) {
      const end = line.indexOf('-->');
      if (end < 0) return 'apart';
      inComment = false;
      return /<[a-z/!?]/i.test(line.slice(end)) ? 'unclear' : 'apart';
    }
    const at = line.lastIndexOf('<!--');
    if (at < 0 || line.indexOf('-->', at) >= 0) return 'text';
    if (line.slice(0, at).trim() !== '') {
      isUnclear = true;
      return 'text';
    }
    if (at > 3 || inHtml || inQuote) return 'unclear';
    inComment = true;
    return 'apart';
  };

  const readTags = (line: string): void => {
    const mayClose = plainTags.test(line);
    for (const [, slash, name = ''] of line.matchAll(hidingTag)) {
      const tag = name.toLowerCase();
      const depth = depths.get(tag) ?? 0;
      if (slash === '') depths.set(tag, depth + 1);
      else if (mayClose && depth > 0) depths.set(tag, depth - 1);
    }
  };
  const isInside = (): boolean => [...depths.values()].some((depth) => depth > 0);

  const readFence = (line: string): LineKind => {
    const [, indent = '', marks = '', rest = ''] = fenceStart.exec(line) ?? [];
    const mark = marks[0];
    // What follows backticks names the language; with further backticks it is inline code.
    if (mark === undefined || (mark === '`' && rest.includes('`'))) {
      return anyFence.test(line) ? 'unclear' : 'text';
    }
    if (inHtml || isInside() || (hasList && indent !== '')) return 'unclear';
    fence = { mark, length: marks.length };
    inQuote = false;
    return 'apart';
  };

  const readQuoted = (quoted: string): LineKind => {
    // Below a line of HTML it is no quote.
    if (inHtml) return 'unclear';
    inQuote = quoted.trim() !== '';
    // What is left open in a quote does not always end with it.
    const isIntricate = /<(?:!--|[?!])/.test(quoted) || quoted.search(hidingTag) >= 0;
    return isIntricate || leavesTagOpen(quoted) || isInside() ? 'unclear' : 'apart';
  };

  const readText = (line: string): LineKind => {
    if (/^\s*<[?!](?!--)/.test(line)) return 'unclear';
    const kind = readComments(line);
    if (kind !== 'text') return kind;
    // What is before the open tag stays visible.
    if (leavesTagOpen(line)) isUnclear = true;
    if (/^\s*</.test(line)) inHtml = true;
    if (listItem.test(line)) hasList = true;
    const wasInside = isInside();
    readTags(line);
    return wasInside || inQuote ? 'covered' : 'text';
  };

  return {
    read(line) {
      if (isUnclear) return 'unclear';
      if (fence !== undefined) {
        if (endsFence(line, fence)) fence = undefined;
        return 'apart';
      }
      if (inComment) return readComments(line);
      if (line.trim() === '') {
        inQuote = false;
        inHtml = false;
        return 'apart';
      }
      const quoted = quoteStart.exec(line)?.[1];
      if (quoted !== undefined) return readQuoted(quoted);
      const kind = readFence(line);
      return kind === 'text' ? readText(line) : kind;
    },
  };
}

function endsFence(line: string, { mark, length }: { mark: string; length: number }): boolean {
  const text = line.trim();
  if (text.length < length || text !== mark.repeat(text.length)) return false;
  return /^ {0,3}\S/.test(line);
}
