import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Inside } from '../../contract/execution.ts';

const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The most that Linux takes as one argument. */
const longestArgument = 128 * 1024;

/** @returns why the system would not start it with these arguments, or undefined */
export function refuseArguments(values: readonly string[]): string | undefined {
  if (values.some((value) => value.includes('\0'))) return 'an argument holds a NUL character';
  if (values.some((value) => Buffer.byteLength(value) >= longestArgument)) {
    return `an argument has ${longestArgument} bytes or more`;
  }
  return undefined;
}

/**
 * The absolute path of a program, found as execvp(3) finds it, but with the PATH of the test.
 * @returns the path, or why there is none
 */
export function resolveCommand(
  program: string,
  directory: string,
  environment: Readonly<Record<string, string>>,
): { path: string } | { message: string } {
  if (!isDirectory(directory)) return { message: `there is no directory ${directory}` };
  if (program.includes('/')) {
    const path = resolve(directory, program);
    if (isExecutable(path)) return { path };
    return { message: explainMissing(path) };
  }
  for (const folder of (environment['PATH'] ?? defaultPath).split(delimiter)) {
    const path = resolve(directory, folder, program);
    if (program !== '' && isExecutable(path)) return { path };
  }
  return { message: explainMissing(program) };
}

/** In a view only what is started in it can look for a program. @returns what it is to look for */
export function resolveInside(
  program: string,
  { directory }: Pick<Inside, 'directory'>,
): { path: string } | { message: string } {
  if (program === '') return { message: explainMissing(program) };
  return { path: program.includes('/') ? resolve(directory, program) : program };
}

export function explainMissing(program: string): string {
  return program.startsWith('/')
    ? `${program} is not there or is not an executable file`
    : `"${program}" was not found in the PATH of the test`;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isExecutable(path: string): boolean {
  return attempt(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  }, false);
}
