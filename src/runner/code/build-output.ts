import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isObject, isProgram } from './installations.ts';

/** Folders that tools build into. */
const folders =
  /^(dist|build|out|target|obj|_build|\.build|cmake-build-.+|zig-out|\.?zig-cache|\.next|\.nuxt|\.output|\.svelte-kit|\.turbo|\.parcel-cache|DerivedData)$/;
/** Compilers write these beside their sources. */
const objects = /\.(o|lo|la|a|obj|class|rlib|wasm|hi|beam|pyd|dll|dylib|so(\.\d+)*)$/;
const scripts = /\.(d\.ts|[cm]?js|jsx)(\.map)?$/;
const code =
  /^\.([cm]?jsx?|[cm]?tsx?|py|pyc|rb|php|pl|lua|r|jl|sh|jar|war|class|node|wasm|exs?|beam)$/i;

/**
 * Whether what git ignores is made by a build of the repository: each side has to make it for itself.
 * @param root of a worktree
 * @param inside path relative to it, not in a folder of installed packages
 */
export function isBuildOutput(root: string, inside: string): boolean {
  if (inside.split('/').some((step) => folders.test(step)) || objects.test(inside)) return true;
  const source = inside.replace(scripts, '');
  if (
    source !== inside &&
    ['.ts', '.tsx', '.mts', '.cts'].some((end) => existsSync(join(root, source + end)))
  )
    return true;
  return isCompiled(join(root, inside));
}

/** Whether a file is run, and not data that a program reads. */
export function isCodeFile(path: string): boolean {
  return code.test(extname(path)) || objects.test(path) || isProgram(path);
}

/** No test of this user runs an unreadable file. */
function isCompiled(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const start = Buffer.alloc(4);
    const file = openSync(path, 'r');
    try {
      readSync(file, start);
    } finally {
      closeSync(file);
    }
    return isObject(start);
  } catch {
    return false;
  }
}
