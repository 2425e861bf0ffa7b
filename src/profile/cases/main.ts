/**
 * `node dist/cases/main.mjs vitest 'test/e2e/**'`: runs the test files of a project, in the folder that this is
 * started in, by the test runner that is installed there, and makes each test case a span.
 */
import { UserError } from '../../contract/user-error.ts';
import { buildJunit } from './build-junit.ts';
import { runJest } from './run-jest.ts';
import { runJunit } from './run-junit.ts';
import { runMocha } from './run-mocha.ts';
import { runVitest } from './run-vitest.ts';
import { expectEnd } from './whole-run.ts';

type Run = (pattern: string, directory: string) => Promise<void> | void;

const runners: Readonly<Record<string, Run>> = {
  vitest: runVitest,
  jest: runJest,
  mocha: runMocha,
  junit: runJunit,
  // For commands of users: what they put on the class path.
  'junit-classes': (_, directory) => console.log(buildJunit(directory)),
};

const [, , name = '', pattern = '**'] = process.argv;
if (name in { vitest: 0, jest: 0, mocha: 0 }) expectEnd(name);
try {
  await runners[name]?.(pattern, process.cwd());
} catch (error) {
  console.error(error instanceof UserError ? `Perigee: ${error.message}` : error);
  process.exitCode = 1;
}
