/** As long as GitHub lets a comment be. */
const longestBody = 65_536;

/**
 * A block of one line, over which nothing of a paragraph reaches: a heading, a rule. Others that end one do not
 * do so everywhere: an underline, an item with a number.
 */
const isAlone = /^ {0,3}(?:#{1,6}(?:\s|$)|(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$)/;

/**
 * The lines of a comment that its author says in person and a reader of the page sees: not what is quoted, in a code
 * block or in inline code, in an HTML comment, folded or struck out. In doubt a line is left out, and where the comment
 * is too intricate all that follows: a command that is not heard is written again, one that was never given is hard to
 * take back.
 * @param isWanted of a line's beginning
 */
export function listOwnLines(body: string, isWanted: (line: string) => boolean): string[] {
  const reader = createBlockReader();
  const own: string[] = [];
  let paragraph: ParagraphLine[] = [];
  const endParagraph = (): void => {
    if (paragraph.some(({ canCount }) => canCount)) own.push(...listVisible(paragraph));
    paragraph = [];
  };
  for (const line of body.slice(0, longestBody).split(/\r\n|\n|\r/)) {
    const kind = reader.read(line);
    const isBlock = kind === 'apart' || isAlone.test(line);
    if (isBlock) endParagraph();
    if (kind === 'unclear') {
      // It says nothing itself, but may end what a line before it began.
      paragraph.push({ line: '`', canCount: false });
      break;
    }
    if (kind !== 'apart') paragraph.push({ line, canCount: kind === 'text' && isWanted(line) });
    if (isBlock) endParagraph();
  }
  endParagraph();
  return own;
}

interface ParagraphLine {
  line: string;
  /** It is wanted, and nothing around the paragraph speaks against it. */
  canCount: boolean;
}

/** Those at whose beginning nothing of the paragraph itself is open. */
function listVisible(paragraph: readonly ParagraphLine[]): string[] {
  const lastTick = paragraph.findLastIndex(({ line }) => line.includes('`'));
  const visible: string[] = [];
  let inTicks = false;
  for (const [index, { line, canCount }] of paragraph.entries()) {
    if (canCount && !(inTicks && index <= lastTick)) visible.push(line);
    if (leavesInlineOpen(line)) break;
    inTicks ||= leavesTicksOpen(line);
  }
  return visible;
}

/**
 * `covered` is a line of a paragraph that is quoted, folded or struck out; `apart` belongs to no paragraph:
 * code, a quote, a comment, a blank line. `unclear`: what this line begins cannot be told without a whole
 * Markdown parser, nor what follows.
 */
type LineKind = 'text' | 'covered' | 'apart' | 'unclear';

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
  /** The rest is unclear. */
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
    // The text behind backticks names the language; with further backticks it is inline code.
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
    // Elements left open in a quote do not always end with it.
    const isIntricate = /<(?:!--|[?!])/.test(quoted) || quoted.search(hidingTag) >= 0;
    return isIntricate || leavesTagOpen(quoted) || isInside() ? 'unclear' : 'apart';
  };

  const readText = (line: string): LineKind => {
    if (/^\s*<[?!](?!--)/.test(line)) return 'unclear';
    const kind = readComments(line);
    if (kind !== 'text') return kind;
    // Text before the open tag stays visible.
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

/** The beginnings of a line that a later line may end, told from that line alone. */

/** Whether a run of backticks is left that inline code could begin with: CommonMark's rule for one line. */
function leavesTicksOpen(line: string): boolean {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: ticks, index }) => ({
    length: ticks.length,
    // A backslash takes the first backtick away, but only where it would begin.
    beginLength: ticks.length - (isEscaped(line, index) ? 1 : 0),
  }));
  const placesOfLength = new Map<number, number[]>();
  for (const [place, { length }] of runs.entries()) {
    const places = placesOfLength.get(length);
    if (places === undefined) placesOfLength.set(length, [place]);
    else places.push(place);
  }
  // From the end of each list, so that what lies behind is left out once.
  for (const places of placesOfLength.values()) places.reverse();
  for (let place = 0; place < runs.length; place += 1) {
    const wanted = runs[place]?.beginLength ?? 0;
    if (wanted === 0) continue;
    const places = placesOfLength.get(wanted) ?? [];
    while ((places.at(-1) ?? Infinity) <= place) places.pop();
    const end = places.at(-1);
    if (end === undefined) return true;
    place = end;
  }
  return false;
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

/** Whether a link, a picture's words or something struck out may go on in the next line. */
function leavesInlineOpen(line: string): boolean {
  if (/^ {0,3}\[/.test(line) && line.includes(']:')) return true;
  if (line.lastIndexOf('[') > line.lastIndexOf(']')) return true;
  if (line.lastIndexOf('](') > line.lastIndexOf(')')) return true;
  return line.split('~~').length % 2 === 0;
}

/** Whether a tag of HTML may go on in the next line, so that what follows stands in an attribute. */
function leavesTagOpen(line: string): boolean {
  if (!/<[a-z/]/i.test(line)) return false;
  if (/<[a-z/]/i.test(line.slice(line.lastIndexOf('>') + 1))) return true;
  return ['"', "'"].some((quote) => line.split(quote).length % 2 === 0);
}
