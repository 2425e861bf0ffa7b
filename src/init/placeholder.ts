import type { Problem } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import type { StarterTest } from './findings.ts';

/** Stands in for a test where none was found, so that the file loads as it is. */
export const placeholder: StarterTest = {
  name: 'replace me',
  command: ['sleep', '0.2'],
  because: 'no benchmark was found: put a command here that does what your users wait for',
};

/** Says that the placeholder is still there: it always passes, which could be mistaken for a verdict. */
export function listPlaceholders(tests: readonly Pick<SuiteTest, 'name' | 'command'>[]): Problem[] {
  if (!tests.some(isPlaceholder)) return [];
  const message =
    'this test only sleeps, as perigee init wrote it, and measures nothing of yours yet: ' +
    'put a command there that does what your users wait for';
  return [{ code: 'placeholder-test', message, test: placeholder.name }];
}

function isPlaceholder({ name, command }: Pick<SuiteTest, 'name' | 'command'>): boolean {
  return name === placeholder.name && command.join('\0') === placeholder.command.join('\0');
}
