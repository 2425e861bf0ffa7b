/** What no line may hold. Written so that this file does not hold what it looks for. */
import { homedir } from 'node:os';
import { listTrackedFiles, readTracked, root } from './tracked-files.ts';

const exception = /\b(?:ox|es)lint-(?:disable|enable)\b|@ts-(?:nocheck|ignore)\b/;
/** A time behind a test, among its options, or for a poll. */
const ownLimit = /^\}, ?[\d_]+\);|\{ timeout: \w+ \}, (?:async )?\(|\.poll\(.*\{ timeout: /;
const places: readonly RegExp[] = [
  /(?<![\w.~-])\/w[o]rk\/[\w.]/,
  /(?<![\w.~-])\/r[o]ot\/[\w.]/,
  /https?:\/\/[\w.-]*(registry|artifactory|nexus|verdaccio)[\w.-]*[:/]/,
];
const text = /(\.(ts|js|mjs|cjs|py|sh|json|ya?ml|md|html|css|svg|patch|txt|toml)|^[^.]+|\/[^.]+)$/;

type ListLines = (file: string, content: string) => string[];

/** Comments that switch a rule off: `file:line: the line`. */
export const listExceptions = listLines((line) => exception.test(line));
/** Tests and polls with a limit of their own. */
export const listOwnLimits = listLines((line) => ownLimit.test(line));
/** Where a text names a package registry or a folder of one machine. */
export const listPlaces = listLines(
  (line) => places.some((place) => place.test(line)) || here.some((at) => line.includes(at)),
);
const here = [root, homedir()].filter((path) => path.split('/').length > 2);

/** A rule that needs an exception in the code is the wrong rule: the configuration says where a rule holds. */
export function checkExceptions(): string {
  const code = (file: string): boolean =>
    /\.(ts|js|mjs|cjs)$/.test(file) && !/(^|\/)(dist|golden|recorded)\//.test(file);
  return refuse(code, listExceptions, 'no such comment; change the code, or the rule');
}

/** A busy machine reaches every short limit sooner or later: those of vitest.config.ts hold for all tests. */
export function checkTestLimits(): string {
  const tests = (file: string): boolean => /^test\/.*\.ts$/.test(file);
  return refuse(tests, listOwnLimits, 'no limit of its own; vitest.config.ts has one');
}

export function checkPlacesNamed(): string {
  return refuse((file) => text.test(file), listPlaces, 'a path inside the repository, or none');
}

function refuse(isAsked: (file: string) => boolean, list: ListLines, expected: string): string {
  const files = listTrackedFiles().filter(isAsked);
  const found = files.flatMap((file) => list(file, readTracked(file)));
  if (found.length === 0) return `${files.length} files`;
  throw new Error(`${found.join('\n')}\nexpected: ${expected}`);
}

function listLines(isForbidden: (line: string) => boolean): ListLines {
  return (file, content) =>
    content
      .split('\n')
      .flatMap((line, index) =>
        isForbidden(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
      );
}
