/** Jest's `testRunner`: Jest's own, with each test as a span. */
import { relative, sep } from 'node:path';
import { measureCase } from './measure-case.ts';
import { requireThrough } from './require-through.ts';

interface JestTest {
  name: string;
  failing?: boolean;
  parent?: { name: string; parent?: JestTest['parent'] };
}
interface JestEvent {
  name: string;
  test?: JestTest;
  error?: unknown;
}
type Listener = (event: JestEvent, state: unknown) => unknown;
interface Environment {
  handleTestEvent?: Listener;
}
type Runner = (
  globalConfig: unknown,
  config: { rootDir: string; displayName?: { name: string } },
  environment: Environment,
  runtime: unknown,
  testPath: string,
  ...more: unknown[]
) => Promise<unknown>;

const rootDescribe = 'ROOT_DESCRIBE_BLOCK';

const runWithSpans: Runner = (globalConfig, config, environment, runtime, testPath, ...more) => {
  const jest = ['jest', 'jest-cli', 'jest-config', 'jest-circus/runner'];
  const found = requireThrough(jest, config.rootDir) as Runner | { default: Runner };
  const run = 'default' in found ? found.default : found;
  const file = relative(process.cwd(), testPath).replaceAll(sep, '/');
  const own = environment.handleTestEvent?.bind(environment);
  const project = config.displayName === undefined ? [] : [config.displayName.name];
  const onEvent = followTests([...project, file]);
  // Jest awaits it around the function of the test, without the hooks.
  environment.handleTestEvent = async (event, state) => {
    if (event.name !== 'test_fn_start') await onEvent(event);
    await own?.(event, state);
    if (event.name === 'test_fn_start') await onEvent(event);
  };
  return run(globalConfig, config, environment, runtime, testPath, ...more);
};

/** Turns the events around each test into the body of a span. */
function followTests(start: readonly string[]): (event: JestEvent) => Promise<void> {
  const ends = new Map<JestTest, (error?: Error) => Promise<void>>();
  return async ({ name, test, error }) => {
    if (test === undefined) return;
    if (name === 'test_fn_start') {
      const one = {
        path: [...start, ...titlesOf(test)],
        identity: test,
        isExpectedToFail: test.failing === true,
      };
      await new Promise<void>((begun) => {
        const span = measureCase(one, () => {
          begun();
          return new Promise<void>((resolve, reject) => {
            ends.set(test, (failure) => {
              if (failure === undefined) resolve();
              else reject(failure);
              return span.catch(() => undefined);
            });
          });
        });
      });
    } else if (name === 'test_fn_success' || name === 'test_fn_failure') {
      const end = ends.get(test);
      ends.delete(test);
      const hasFailed = name === 'test_fn_failure';
      await end?.(hasFailed ? new Error('the test failed', { cause: error }) : undefined);
    }
  };
}

function titlesOf({ name, parent }: NonNullable<JestTest['parent']>): string[] {
  if (parent === undefined) return name === rootDescribe ? [] : [name];
  return [...titlesOf(parent), name];
}

export { runWithSpans as default };
