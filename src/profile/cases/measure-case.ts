import { createHash, randomUUID } from 'node:crypto';
import { isRelevant } from '../../contract/match-paths.ts';
import { measureSpan } from '../sdk/measure-span.ts';
import { shareInProcess } from '../sdk/share-in-process.ts';
import { runCase } from '../sdk/spans-in-process.ts';
import { limits, replaceHalves } from '../spans/annotation-rules.ts';

/** How many test cases of this process were measured and passed. */
export const cases = shareInProcess('cases', () => ({ passed: 0 }));

export interface Case {
  /** Its name, from its file on: `['test/e2e/upload.test.ts', 'upload', 'small']`. */
  path: readonly string[];
  /** The same object for all attempts, and another one for each other test case. */
  identity: object;
  /** It is marked as one that fails. */
  isExpectedToFail?: boolean;
}

/**
 * Runs the body of a test case as a span. The case passes or fails by its body alone: where the collector
 * refuses the span, the record says so.
 */
export async function measureCase<T>(
  { path, identity, isExpectedToFail = false }: Case,
  body: () => T | Promise<T>,
): Promise<T> {
  let outcome: Promise<T> | undefined;
  const run = (): Promise<T> => (outcome ??= runCase(body));
  // It does its work, and fails at its end as it should.
  const inSpan = isExpectedToFail ? () => run().catch(() => undefined) : run;
  const ofCase = { case: identify(identity), expectedFailure: isExpectedToFail };
  await measureSpan<unknown>(nameCase(path), inSpan, ofCase).catch(() => undefined);
  if (isExpectedToFail) await run().catch(() => (cases.passed += 1));
  const result = await run();
  cases.passed += 1;
  return result;
}

const identities = new WeakMap<object, string>();

function identify(object: object): string {
  const known = identities.get(object) ?? randomUUID();
  identities.set(object, known);
  return known;
}

/** A name that is too long keeps what tells it from others: a hash of the whole. */
export function nameCase(path: readonly string[]): string {
  const plain = path.join(' > ').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const name = replaceHalves(plain.trim());
  if (name.length <= limits.nameLength) return name === '' ? 'unnamed' : name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${replaceHalves(name.slice(0, limits.nameLength - 10))} #${hash}`;
}

/** @param file relative to the test's directory, with slashes */
export function isWanted(file: string, pattern: string): boolean {
  return isRelevant([file], { paths: [pattern], ignore: [] });
}
