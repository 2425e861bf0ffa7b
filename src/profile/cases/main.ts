/**
 * `node dist/cases/main.mjs vitest 'test/e2e/**'`: runs the test files of a project, in the folder that this is
 * started in, by the test runner that is installed there, and makes each test case a span.
 */
import { UserError } from '../../contract/user-error.ts';
import { runJest } from './run-jest.ts';
import { runMocha } from './run-mocha.ts';
import { runVitest } from './run-vitest.ts';

const runners: Readonly<Record<string, (pattern: string, directory: string) => Promise<void>>> = {
  vitest: runVitest,
  jest: runJest,
  mocha: runMocha,
};

const [, , name = '', pattern = '**'] = process.argv;
try {
  await runners[name]?.(pattern, process.cwd());
} catch (error) {
  console.error(error instanceof UserError ? `Perigee: ${error.message}` : error);
  process.exitCode = 1;
}
