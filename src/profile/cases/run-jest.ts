import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cases } from './measure-case.ts';
import { findRunner } from './require-runner.ts';
import { endRun } from './whole-run.ts';

const runner = fileURLToPath(new URL('jest-runner.mjs', import.meta.url));

/** In one process, because the counters of a span are those of all processes of the test. */
export async function runJest(pattern: string, directory: string): Promise<void> {
  const found = createRequire(findRunner('jest', '27', directory));
  const { run } = found('jest') as { run(args: string[]): Promise<void> };
  const files = pattern === '**' ? [] : [toExpression(pattern, directory)];
  // It ends with 1 where no file fits.
  const options = ['--runInBand', '--coverage=false', '--passWithNoTests=false'];
  const folder = mkdtempSync(join(tmpdir(), 'perigee-jest-'));
  const results = join(folder, 'results.json');
  try {
    const told = ['--json', `--outputFile=${results}`];
    await run([...options, ...told, `--testRunner=${runner}`, '--', ...files]);
    if ((process.exitCode ?? 0) === 0) endRun('jest', countPassed(results), cases.passed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function countPassed(results: string): number {
  const { numPassedTests } = JSON.parse(readFileSync(results, 'utf8')) as {
    numPassedTests: number;
  };
  return numPassedTests;
}

/** Jest takes regular expressions, of absolute paths. */
function toExpression(pattern: string, directory: string): string {
  const escape = (text: string): string => text.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  const path = escape(pattern)
    .replaceAll(/(^|\/)\*\*\//g, '$1\u0000')
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')
    .replaceAll('\u0001', '.*');
  return `^${escape(directory)}/${path}$`;
}
