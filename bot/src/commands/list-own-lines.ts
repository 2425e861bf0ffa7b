import { createBlockReader } from './block-reader.ts';
import { leavesInlineOpen, leavesTicksOpen } from './open-ends.ts';

/** As long as GitHub lets a comment be. */
const longestBody = 65_536;

/**
 * A block of one line, over which nothing of a paragraph reaches: a heading, a rule. Others that end one do not
 * do so everywhere: an underline, an item with a number.
 */
const isAlone = /^ {0,3}(?:#{1,6}(?:\s|$)|(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$)/;

/**
 * The lines of a comment that its author says in person and a reader of the page sees: not what is quoted, in
 * a code block or in inline code, in an HTML comment, folded or struck out. In doubt a line is left out, and
 * where the comment is too intricate all that follows: a command that is not heard is written again, one that
 * nobody gave is not taken back so easily.
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
