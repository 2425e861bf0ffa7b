import { isGenerated, listTrackedFiles, readTracked } from './tracked-files.ts';

/** Files of code, not of data: what a person reads from top to bottom. */
const code = /\.(ts|tsx|js|mjs|cjs|py|sh|bash|css)$/;
const mostLines = 250;
const medianBelow = 100;

export function checkFileSizes(): string {
  const sizes = listTrackedFiles()
    .filter((file) => code.test(file) && !isGenerated(file))
    .map((file) => ({ file, lines: countLines(readTracked(file)) }));
  return judgeSizes(sizes);
}

/**
 * @returns the median and the largest, in words
 * @throws Error naming each file over 250 lines, or the median when it is 100 or more
 */
export function judgeSizes(sizes: readonly { file: string; lines: number }[]): string {
  const sorted = sizes.toSorted((a, b) => a.lines - b.lines);
  const largest = sorted.at(-1);
  if (largest === undefined) throw new Error('there is no file of code: look at the pattern');
  const over = sorted.filter(({ lines }) => lines > mostLines);
  if (over.length > 0) {
    const list = over.map(({ file, lines }) => `${file}: ${lines} lines`).join('\n');
    throw new Error(`${list}\nexpected: at most ${mostLines}; split it by concern`);
  }
  const median = sorted[Math.floor(sorted.length / 2)]?.lines ?? 0;
  const facts = `${sorted.length} files, median ${median} lines, largest ${largest.lines} (${largest.file})`;
  if (median >= medianBelow) throw new Error(`${facts}\nexpected: a median below ${medianBelow}`);
  return facts;
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
