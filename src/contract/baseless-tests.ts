import type { Build, TestOutcome } from './documents.ts';
import { listSome } from './count-things.ts';
import { labelTest } from './platforms.ts';
import { isAlone } from './sides.ts';
import { shortenName } from './cut-text.ts';

/**
 * Whether a test gives nothing to compare with although there should be something: it is planned before the
 * change too, and passed after it alone. Moving its program does that, and a slower one must not pass as new.
 */
export function isBaseless({ after, before, isNew }: TestOutcome): boolean {
  return isNew !== true && before.passed === 0 && after.passed > 0;
}

/** Tests that perigee.yml before the change does not plan; one that is written inline runs on both sides all the same. */
export function listAdded(tests: readonly TestOutcome[]): ReadonlySet<string> {
  return new Set(tests.filter(({ isNew }) => isNew === true).map(({ name }) => name));
}

/** Their names. */
export function listBaseless(
  tests: readonly TestOutcome[],
  build: Pick<Build, 'sides'>,
): readonly string[] {
  return isAlone(build) ? [] : tests.filter(isBaseless).map(labelTest);
}

const mostNamed = 3;

/** The end of a headline about them; empty if there are none. */
export function describeBaseless(tests: readonly string[]): string {
  if (tests.length === 0) return '';
  const them = tests.length === 1 ? 'it' : 'them';
  return `; never passed before the change, so there is nothing to compare ${them} with: ${nameSome(tests)}`;
}

/** `rename, upload, download and 2 more` */
export function nameSome(tests: readonly string[]): string {
  return listSome(tests.map(shortenName), mostNamed);
}
