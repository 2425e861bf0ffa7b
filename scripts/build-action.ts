/**
 * Bundles the GitHub Action into action/dist/ and the Buildkite plugin into buildkite-plugin/dist/. Both are
 * committed: GitHub and the agent run them as they lie there, without an installation.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { bundlePage, packPage } from './build-page.ts';
import { buildCanary, buildCases, buildProfilers } from './build.ts';
import { requireGenerated } from './require-generated.ts';
import { requireNode } from './require-node.ts';
import { requireForCommonJs } from './require-for-common-js.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders that are committed, and what makes them. */
export const bundles = { 'action/dist': buildAction, 'buildkite-plugin/dist': buildPlugin };

/**
 * @param folder it is emptied first
 * @returns what the bundles contain
 */
export async function buildAction(folder: string): Promise<Metafile[]> {
  const contents = await buildJob(folder, {
    entryPoints: [{ in: 'action/src/main.ts', out: 'index' }],
    target: 'node24',
    // A runner of one's own may start it on an older one.
    inject: ['scripts/fill-in-node-20.ts'],
  });
  // The action copies it beside koffi, so it is one file.
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'src/profile/calls/count-as-root.ts', out: 'count-as-root' }],
    ...{ outdir: folder, bundle: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{ minify: true, logLevel: 'warning', external: ['koffi'] },
  });
  // GitHub checks out the whole repository of an action: its SDKs are there.
  for (const language of readdirSync(join(root, 'sdk'))) {
    symlinkSync(join('../../../../sdk', language), join(folder, 'home/sdk', language));
  }
  return contents;
}

/** The same for the plugin, which runs on the Node of the agent. */
export async function buildPlugin(folder: string): Promise<Metafile[]> {
  const contents = await buildJob(folder, {
    entryPoints: [{ in: 'buildkite-plugin/src/main.ts', out: 'index' }],
    target: 'node20',
    inject: ['scripts/fill-in-node-20.ts'],
  });
  // The plugin is mirrored into a repository of its own.
  cpSync(join(root, 'sdk'), join(folder, 'home/sdk'), {
    recursive: true,
    filter: (file) => !/\/(__pycache__|build|target)(\/|$)/.test(file),
  });
  // No package.json above it would say so.
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ type: 'module' })}\n`);
  return contents;
}

async function buildJob(folder: string, options: BuildOptions): Promise<Metafile[]> {
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...options,
    absWorkingDir: root,
    metafile: true,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // What only one of the three uses needs is loaded when it is needed.
    splitting: true,
    chunkNames: 'chunk-[name]-[hash]',
    minify: true,
    logLevel: 'warning',
    legalComments: 'none',
    banner: { js: requireForCommonJs },
    // A native addon that is not there on a runner: the collector does without.
    external: ['koffi'],
    alias: {
      'readable-stream': 'node:stream',
      'readable-stream/passthrough': './scripts/action-stand-ins/passthrough.cjs',
      glob: './scripts/action-stand-ins/search-folders.ts',
      'readdir-glob': './scripts/action-stand-ins/search-folders.ts',
      'unzip-stream': './scripts/action-stand-ins/unzip-stream.ts',
    },
  });
  await bundleHome(join(folder, 'home'));
  const page = await bundlePage();
  mkdirSync(join(folder, 'page'));
  writeFileSync(join(folder, 'page/page.js.br'), await packPage());
  writeFileSync(join(folder, 'page/page.css'), page.style);
  return [metafile, page.metafile];
}

/** `perigee span` and `perigee record`: the other commands are not needed in a test. */
const startShell = `import { runShell } from '../sdk/shell.js';
process.exitCode = await runShell(process.argv.slice(2), process.env);
`;

/** What setup and tests find as PERIGEE_HOME, without the SDKs of other languages. */
async function bundleHome(home: string): Promise<void> {
  const inTests: BuildOptions = {
    absWorkingDir: root,
    ...{ outdir: home, bundle: true, platform: 'node', target: 'node18', logLevel: 'warning' },
  };
  await build({
    ...inTests,
    format: 'esm',
    entryPoints: [
      { in: 'src/profile/sdk.ts', out: 'sdk/perigee' },
      { in: 'src/profile/shell.ts', out: 'sdk/shell' },
      { in: 'src/profile/control/main.ts', out: 'dist/control' },
    ],
  });
  await build({
    ...inTests,
    format: 'cjs',
    entryPoints: [{ in: 'src/profile/sdk.ts', out: 'sdk/perigee' }],
    supported: { 'dynamic-import': false },
    outExtension: { '.js': '.cjs' },
  });
  await buildCases(join(home, 'dist/cases'));
  await buildCanary(join(home, 'dist'));
  await buildProfilers(join(home, 'dist/profilers'));
  const { name, version, license, type } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const about = {
    name,
    version,
    license,
    type,
    exports: { '.': { require: './sdk/perigee.cjs', default: './sdk/perigee.js' } },
  };
  writeFileSync(join(home, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/perigee.mjs'), startShell);
}

/** The names of the files that differ, or are only on one side. */
export function listDifferences(expected: string, actual: string): string[] {
  const names = new Set([expected, actual].flatMap((folder) => listFiles(folder)));
  return [...names].sort().filter((name) => {
    const [one, other] = [join(expected, name), join(actual, name)];
    return !isThere(one) || !isThere(other) || !read(one).equals(read(other));
  });
}

/** Also for a link whose target is elsewhere. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Two versions of the compressor may make different files of one text. */
function read(file: string): Buffer {
  if (lstatSync(file).isSymbolicLink()) return Buffer.from(readlinkSync(file));
  const bytes = readFileSync(file);
  return file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes;
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? listFiles(join(folder, entry.name)).map((name) => join(entry.name, name))
      : [entry.name],
  );
}

if (import.meta.main) {
  requireNode('npm run build:action');
  requireGenerated();
  for (const [folder, make] of Object.entries(bundles)) await make(join(root, folder));
}
