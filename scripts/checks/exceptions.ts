import { listTrackedFiles, readTracked } from './tracked-files.ts';

/** Written so that this file does not hold what it looks for. */
const exception = /\b(?:ox|es)lint-(?:disable|enable)\b|@ts-(?:nocheck|ignore)\b/;

/** A rule that needs an exception in the code is the wrong rule: the configuration says where a rule holds. */
export function checkExceptions(): string {
  const files = listTrackedFiles().filter((file) => /\.(ts|js|mjs|cjs)$/.test(file));
  const found = files
    .filter((file) => !/(^|\/)(dist|golden|recorded)\//.test(file))
    .flatMap((file) => listExceptions(file, readTracked(file)));
  if (found.length === 0) return '';
  throw new Error(`${found.join('\n')}\nexpected: no such comment; change the code, or the rule`);
}

/** Comments that switch a rule off: `file:line: the line`. */
export function listExceptions(file: string, content: string): string[] {
  return content
    .split('\n')
    .flatMap((line, index) =>
      exception.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
    );
}
