import { createHash } from 'node:crypto';
import type { SuiteTest } from '../contract/suite.ts';

/**
 * SHA-256 of the plan, in hexadecimal: equal for all shards of a build, different as soon as one of
 * them would run something else. Every key is named here, so that neither the order in which a test's
 * keys were built nor a key that is added later changes it unnoticed.
 */
export function planDigest(tests: readonly SuiteTest[], shardTotal: number): string {
  const plan = {
    shardTotal,
    tests: tests.map(({ name, command, directory, environment, timeoutMs, tags, when }) => [
      name,
      command,
      directory,
      Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1)),
      timeoutMs,
      tags.toSorted(),
      when,
    ]),
  };
  return createHash('sha256').update(JSON.stringify(plan)).digest('hex');
}
