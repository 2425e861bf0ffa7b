import { UserError } from '../../../src/contract/user-error.ts';
import { isCommitId, isReferenceName } from '../../../src/runner/revisions/reference-name.ts';

/** Reads what somebody else has written, by paths such as `pull_request.head.sha`. */
export interface Fields {
  /** @throws UserError unless it is text of 1 to 1000 characters without control characters */
  text(path: string): string;
  /** The same, or undefined where nothing, or null, is written. */
  optionalText(path: string): string | undefined;
  /** @throws UserError unless it is a full commit id */
  commit(path: string): string;
  /** A branch by its short name. @throws UserError unless git could have one of that name */
  branch(path: string): string;
  /** @throws UserError unless it is a whole number from 1 */
  positive(path: string): number;
  /** Whether true is written there. */
  isTrue(path: string): boolean;
}

/** @param where how messages call it, e.g. "the event (push)" */
export function readFields(value: unknown, where: string): Fields {
  const refuse = (path: string, seen: unknown, expected: string): UserError =>
    new UserError({
      where: `${where}, at ${path}`,
      seen: describe(seen),
      expected,
      remedy: 'let GitHub start this job; an event that is written by hand needs the same fields',
    });
  const text = (path: string): string => {
    const found = follow(value, path);
    if (isPlainText(found)) return found;
    throw refuse(path, found, 'text of at most 1000 characters in one line');
  };
  const checked = (path: string, isRight: (text: string) => boolean, expected: string): string => {
    const found = text(path);
    if (isRight(found)) return found;
    throw refuse(path, found, expected);
  };
  return {
    text,
    optionalText: (path) => ((follow(value, path) ?? null) === null ? undefined : text(path)),
    commit: (path) => checked(path, isCommitId, 'a full commit id'),
    branch: (path) =>
      checked(path, (name) => isReferenceName(`refs/heads/${name}`), 'the name of a branch'),
    positive: (path) => {
      const found = follow(value, path);
      if (typeof found === 'number' && Number.isSafeInteger(found) && found > 0) return found;
      throw refuse(path, found, 'a whole number from 1');
    },
    isTrue: (path) => follow(value, path) === true,
  };
}

/** What lies at a path of own properties; undefined where it leads nowhere. */
function follow(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && /^\P{Cc}{1,1000}$/u.test(value);
}

function describe(seen: unknown): string {
  if (seen === undefined) return 'nothing is written there';
  return `${JSON.stringify(seen).slice(0, 100)} is written there`;
}
