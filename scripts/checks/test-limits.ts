import { listTrackedFiles, readTracked } from './tracked-files.ts';

/** A time behind a test, among its options, or for a poll. */
const ownLimit = /^\}, ?[\d_]+\);|\{ timeout: \w+ \}, (?:async )?\(|\.poll\(.*\{ timeout: /;

/** A busy machine reaches every short limit sooner or later: those of vitest.config.ts hold for all tests. */
export function checkTestLimits(): string {
  const files = listTrackedFiles().filter((file) => /^test\/.*\.ts$/.test(file));
  const found = files.flatMap((file) => listOwnLimits(file, readTracked(file)));
  if (found.length === 0) return '';
  throw new Error(`${found.join('\n')}\nexpected: no limit of its own; vitest.config.ts has one`);
}

/** Tests and polls with a limit of their own: `file:line: the line`. */
export function listOwnLimits(file: string, content: string): string[] {
  return content
    .split('\n')
    .flatMap((line, index) =>
      ownLimit.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
    );
}
