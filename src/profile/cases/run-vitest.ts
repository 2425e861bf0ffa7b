import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isWanted } from './measure-case.ts';
import { findRunner, refuseNoFiles } from './require-runner.ts';

interface Specification {
  moduleId: string;
}
interface Project {
  config: { setupFiles: string[] };
}
interface Vitest {
  /** From 4 on; before, this is its name. */
  standalone?(): Promise<void>;
  init?(): Promise<void>;
  globTestSpecifications(): Promise<Specification[]>;
  runTestSpecifications(
    specifications: Specification[],
    all: boolean,
  ): Promise<{ testModules: { ok(): boolean }[]; unhandledErrors: unknown[] }>;
  close(): Promise<void>;
}
interface Resolver {
  resolve(source: string, importer: string, options: object): Promise<unknown>;
}
interface VitestModule {
  createVitest(mode: 'test', options: object, vite: object): Promise<Vitest>;
}

const hooks = fileURLToPath(new URL('vitest-hooks.mjs', import.meta.url));

/** One file after the other, because the counters of a span are those of all processes of the test. */
export async function runVitest(pattern: string, directory: string): Promise<void> {
  const entry = createRequire(findRunner('vitest', '3.2', directory)).resolve('vitest/node');
  const { createVitest } = (await import(pathToFileURL(entry).href)) as VitestModule;
  process.env['PERIGEE_CASES'] = new URL('measure-case.mjs', import.meta.url).href;
  const options = {
    ...{ watch: false, run: true, fileParallelism: false, coverage: { enabled: false } },
    server: { deps: { inline: [hooks] } },
  };
  const plugin = {
    name: 'perigee',
    enforce: 'pre',
    // The hooks are in the folder of Perigee, from which no Vitest, or another one, may be found.
    resolveId(this: Resolver, source: string, importer: string | undefined) {
      const isOfHooks = importer?.split('?', 1)[0] === hooks && /^vitest($|\/)/.test(source);
      if (!isOfHooks) return null;
      return this.resolve(source, join(directory, 'package.json'), { skipSelf: true });
    },
    // Before the setup files of the project, and in each of its projects.
    configureVitest: ({ project }: { project: Project }) => {
      project.config.setupFiles.unshift(hooks);
    },
  };
  const vitest = await createVitest('test', options, { plugins: [plugin] });
  try {
    const all = await vitest.globTestSpecifications();
    const wanted = all.filter(({ moduleId }) =>
      isWanted(relative(directory, moduleId).replaceAll(sep, '/'), pattern),
    );
    if (wanted.length === 0) refuseNoFiles('vitest', pattern, directory);
    await (vitest.standalone?.() ?? vitest.init?.());
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, true);
    const isOk = testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
    if (!isOk) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
}
