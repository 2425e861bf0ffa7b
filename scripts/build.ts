/**
 * Builds dist/: the command line (`cli.mjs`), the service (`serve.mjs`) and the bot that it loads (`bot.mjs`),
 * in chunks that load when they are needed, the Node SDK (`sdk.js` with its types), that of shell scripts and what the HTML report carries. `npm install` runs it as
 * `postprepare`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type BuildResult } from 'esbuild';
import ts from 'typescript';
import { requireForCommonJs } from './require-for-common-js.ts';
import { buildMark, requireGenerated } from './require-generated.ts';
import { requireNode } from './require-node.ts';

const { dirname, join, relative } = posix;
const relativeImport = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;

/**
 * Writes the types of one module, and of the modules that its types name, below `dist/types`, and a
 * `target` that passes them on. File by file, without a type check, which takes ten times as long.
 * @throws Error when an exported thing does not state its type
 */
function emitDeclarations(request: { root: string; entry: string; target: string }): void {
  const { root, entry, target } = request;
  const pending = [entry];
  const done = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const text = declare(root, file);
    for (const match of text.matchAll(relativeImport)) {
      pending.push(join(dirname(file), `${match[3] ?? ''}.ts`));
    }
    write(join(root, declarationOf(file)), text.replaceAll(relativeImport, '$1$2$3.js$2'));
  }
  const path = relative(dirname(target), declarationOf(entry)).replace(/\.d\.ts$/, '.js');
  write(join(root, target), `export * from './${path}';\n`);
}

function declare(root: string, file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(
    readFileSync(join(root, file), 'utf8'),
    { fileName: file, reportDiagnostics: true, compilerOptions: { isolatedDeclarations: true } },
  );
  const first = diagnostics[0];
  if (first === undefined) return outputText;
  const line = first.file?.getLineAndCharacterOfPosition(first.start ?? 0).line ?? 0;
  const message = ts.flattenDiagnosticMessageText(first.messageText, ' ');
  throw new Error(`${file}:${line + 1}: ${message}`);
}

function declarationOf(file: string): string {
  return file.replace(/^src\//, 'dist/types/').replace(/\.ts$/, '.d.ts');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const root = fileURLToPath(new URL('..', import.meta.url));

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outdir: 'dist',
  logLevel: 'warning',
  legalComments: 'none',
};

/** The result tells what the bundles contain. */
export function bundlePrograms({
  write,
}: {
  write: boolean;
}): Promise<BuildResult<{ metafile: true }>> {
  return build({
    ...common,
    write,
    metafile: true,
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'cli' },
      { in: 'src/service/main.ts', out: 'serve' },
      // In the same build, so that it shares its chunks: a class is the same class in both.
      { in: 'bot/src/main.ts', out: 'bot' },
      // A process of its own, which the service starts.
      { in: 'src/settings/readers/reader-process.ts', out: 'reader' },
      // Another one, which works out what the dashboard shows.
      { in: 'src/web/api/explorer-process.ts', out: 'explorer' },
    ],
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    // A chunk for each dynamic import, so that `perigee --help` parses nothing it does not need.
    splitting: true,
    // Names stay, so that a stack says where it went wrong.
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: requireForCommonJs },
    // What the code uses and Node 20 lacks.
    inject: ['scripts/fill-in-node-20.ts'],
    // The SDK of the Model Context Protocol imports it for what no server of ours does.
    alias: { ajv: './scripts/without-ajv.ts', 'ajv-formats': './scripts/without-ajv.ts' },
    // A native addon: it finds its binary beside its own package.
    external: ['koffi'],
  });
}

/** In users' tests: on their Node, which may be older than the one that Perigee needs. */
const inTests: BuildOptions = { ...common, target: 'node18' };

/** The SDK, and that of shell scripts. One file each, without dependencies. */
async function buildSdks(): Promise<void> {
  await build({
    ...inTests,
    entryPoints: [
      { in: 'src/profile/sdk.ts', out: 'sdk' },
      { in: 'src/profile/shell.ts', out: 'shell' },
      // What `perigee control` puts before the command of a test.
      { in: 'src/profile/control/main.ts', out: 'control' },
    ],
  });
  // For tests that are no modules, as those of Jest are mostly.
  await build({
    ...inTests,
    format: 'cjs',
    supported: { 'dynamic-import': false },
    entryPoints: [{ in: 'src/profile/sdk.ts', out: 'sdk' }],
    outExtension: { '.js': '.cjs' },
  });
  emitDeclarations({ root, entry: 'src/profile/sdk.ts', target: 'dist/sdk.d.ts' });
}

/** What the runner measures the machine with, in a process of its own. Also part of the action. */
export function buildCanary(folder: string): Promise<BuildResult> {
  return build({
    ...common,
    entryPoints: [{ in: 'src/runner/canaries/canary-process.ts', out: 'canary' }],
    outdir: folder,
  });
}

/** What Node and Python load where a test is profiled. Also part of the action. */
export async function buildProfilers(folder: string): Promise<void> {
  await build({
    ...inTests,
    format: 'cjs',
    entryPoints: [{ in: 'src/profile/sampling/node-hook.ts', out: 'node-hook' }],
    outdir: folder,
    outExtension: { '.js': '.cjs' },
  });
  // A copy would keep its time on some systems, and look like one of a former build.
  const hook = readFileSync(`${root}src/profile/sampling/python-hook.py`, 'utf8');
  write(`${folder}/python-hook.py`, hook);
}

/** What runs the test runners of users, and runs in them. Also part of the action. */
export function buildCases(folder: string): Promise<BuildResult> {
  const names = ['main', 'measure-case', 'vitest-hooks', 'jest-runner', 'mocha-hooks'];
  return build({
    ...inTests,
    entryPoints: names.map((name) => ({ in: `src/profile/cases/${name}.ts`, out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'chunk-[name]-[hash]',
  });
}

/** What the page of the HTML report carries has to be there before the command line is bundled; the dashboard too. */
async function buildBrowserPages(): Promise<void> {
  const module = new URL('build-page.ts', import.meta.url);
  const { buildPages } = (await import(module.href)) as { buildPages: () => Promise<unknown> };
  await buildPages();
}

/** A program that runs right now loads its chunks when it needs them: what was built in the last hour stays. */
function removeOldBundles(): void {
  const anHourAgo = Date.now() - 3_600_000;
  for (const folder of [`${root}dist/`, `${root}dist/chunks/`, `${root}dist/cases/`]) {
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.mjs'))) {
      if (statSync(folder + name).mtimeMs < anHourAgo) rmSync(folder + name);
    }
  }
}

/** For `perigee --version`. A package that is built outside a repository says none. */
function noteCommit(): void {
  const git = (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  const file = `${root}dist/commit`;
  const commit = git('rev-parse', '--short=12', 'HEAD');
  const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
  if (commit === undefined) rmSync(file, { force: true });
  else writeFileSync(file, `${commit}${isChanged ? ' with changes' : ''}\n`);
}

export async function buildAll(): Promise<void> {
  requireNode('npm run build');
  const started = performance.now();
  requireGenerated();
  rmSync(root + buildMark, { force: true });
  await buildBrowserPages();
  const outcomes = await Promise.allSettled([
    bundlePrograms({ write: true }),
    buildSdks(),
    buildCases('dist/cases'),
    buildCanary('dist'),
    buildProfilers('dist/profilers'),
  ]);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const failure of failures) console.error(`build: ${String(failure.reason)}`);
  if (failures.length > 0) process.exit(1);
  removeOldBundles();
  noteCommit();
  mkdirSync(`${root}.cache`, { recursive: true });
  writeFileSync(root + buildMark, '');
  console.log(`built dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

if (import.meta.main) await buildAll();
