import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { UserError } from '../../contract/user-error.ts';
import { isWanted } from './measure-case.ts';
import { findRunner, refuseNoFiles } from './require-runner.ts';
import { endRun } from './whole-run.ts';

interface Project {
  config: { browser?: { enabled: boolean }; setupFiles: string[] };
  /** Which folders its files may come from. */
  vite: { config: { server: { fs: { allow: string[] } } } };
}
interface Specification {
  moduleId: string;
  pool: string;
  project: Project;
}
interface TestCase {
  meta(): { perigee?: boolean };
  result(): { state: string };
}
interface Vitest {
  projects: Project[];
  /** From 4 on; before, this is its name. */
  standalone?(): Promise<void>;
  init?(): Promise<void>;
  globTestSpecifications(): Promise<Specification[]>;
  runTestSpecifications(
    specifications: Specification[],
    all: boolean,
  ): Promise<{
    testModules: { ok(): boolean; children: { allTests(): Iterable<TestCase> } }[];
    unhandledErrors: unknown[];
  }>;
  close(): Promise<void>;
}
interface VitestModule {
  createVitest(mode: 'test', options: object): Promise<Vitest>;
}

const hooks = fileURLToPath(new URL('vitest-hooks.mjs', import.meta.url));

/** One file after the other, because the counters of a span are those of all processes of the test. */
export async function runVitest(pattern: string, directory: string): Promise<void> {
  const found = findRunner('vitest', '3.2', directory);
  const entry = createRequire(found).resolve('vitest/node');
  const { createVitest } = (await import(pathToFileURL(entry).href)) as VitestModule;
  process.env['PERIGEE_CASES'] = new URL('measure-case.mjs', import.meta.url).href;
  process.env['PERIGEE_VITEST'] = pathToFileURL(join(dirname(found), 'dist/index.js')).href;
  const vitest = await createVitest('test', {
    ...{ watch: false, run: true, fileParallelism: false, coverage: { enabled: false } },
  });
  try {
    const all = await vitest.globTestSpecifications();
    const wanted = all.filter(
      ({ moduleId, pool }) =>
        pool !== 'typescript' &&
        isWanted(relative(directory, moduleId).replaceAll(sep, '/'), pattern),
    );
    if (wanted.length === 0) refuseNoFiles('vitest', pattern, directory);
    if (wanted.some(({ project }) => project.config.browser?.enabled === true)) refuseBrowser();
    for (const { config, vite } of vitest.projects) {
      // Before the setup files of the project.
      config.setupFiles.unshift(hooks);
      // Perigee is mostly outside of the project, from where Vite 6.4.6 and newer load nothing.
      vite.config.server.fs.allow.push(dirname(hooks));
    }
    await (vitest.standalone?.() ?? vitest.init?.());
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, true);
    const isOk = testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
    if (!isOk) process.exitCode = 1;
    const passed = testModules
      .flatMap(({ children }) => [...children.allTests()])
      .filter((one) => one.result().state === 'passed');
    endRun('vitest', passed.length, passed.filter((one) => one.meta().perigee === true).length);
  } finally {
    await vitest.close();
  }
}

/** In a browser there is no collector. */
function refuseBrowser(): never {
  throw new UserError({
    seen: 'vitest runs these test files in a browser (browser.enabled)',
    expected: 'test files that Vitest runs in Node',
    remedy:
      'choose others by "pattern", or measure the whole test: write a command in place of "runner"',
  });
}
