import { UserError } from '../../../src/contract/user-error.ts';
import { type Fields, readFields as read } from '../../../src/transport/rest/fields.ts';

/** Reads what GitHub has written for this job. @param where how messages call it, e.g. "the event (push)" */
export function readFields(value: unknown, where: string): Fields {
  return read(value, where, (_where, path, expected, seen) => {
    const found = seen === undefined ? 'nothing' : JSON.stringify(seen).slice(0, 100);
    return new UserError({
      where: `${where}, at ${path}`,
      seen: `${found} is written there`,
      expected: `a ${expected}`,
      remedy: 'let GitHub start this job; an event that is written by hand needs the same fields',
    });
  });
}
