import { join } from 'node:path';
import { compiledSdk } from './compiled.ts';

const program = 'test/profile/sdks/conformance.c';
const sources = ['sdk/c', program];
const options = ['-Wall', '-Wextra', '-Werror', '-pedantic', '-O1', '-Isdk/c', '-pthread'];

export const c = compiledSdk({
  name: 'c',
  needs: [['cc', '--version']],
  sources,
  compile: (target) => [
    ...['cc', '-std=c99', '-D_POSIX_C_SOURCE=200809L', ...options],
    ...['-o', join(target, 'program'), program],
  ],
  run: (target, scenario) => [join(target, 'program'), scenario],
});

/** The same header, with what it adds for C++. */
export const cpp = compiledSdk({
  name: 'c++',
  needs: [['c++', '--version']],
  sources,
  compile: (target) => [
    ...['c++', '-x', 'c++', '-std=c++11', ...options],
    ...['-o', join(target, 'program'), program],
  ],
  run: (target, scenario) => [join(target, 'program'), scenario],
});
