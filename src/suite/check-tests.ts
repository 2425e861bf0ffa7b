import { posix } from 'node:path';
import type { Test } from '../contract/documents.ts';
import { checkCommand } from './check-command.ts';
import { checkDuration, timeouts } from './check-duration.ts';
import { checkEnvironment } from './check-environment.ts';
import { describePattern } from './check-gate.ts';
import type { SuiteProblem } from './places.ts';
import { formatText } from './format-value.ts';

/** Checks one test beyond what the schema says. */
export function checkTest(test: Test, pointer: string): SuiteProblem[] {
  return [
    ...(test.command === undefined ? [] : checkCommand(test.command, `${pointer}/command`)),
    ...checkRunner(test, pointer),
    ...checkInside('directory', test.directory, `${pointer}/directory`),
    ...checkInside('file', test.results?.file, `${pointer}/results/file`),
    ...checkEnvironment(test.environment, `${pointer}/environment`),
    ...checkDuration(test.timeout, timeouts, `${pointer}/timeout`),
  ];
}

/** A runner is started by Perigee, which finds the spans of its test cases. */
function checkRunner(test: Test, pointer: string): SuiteProblem[] {
  const { command, runner, pattern, results } = test;
  if (runner === undefined) {
    if (pattern === undefined) return [];
    return [
      {
        at: { key: `${pointer}/pattern` },
        seen: 'a pattern of a test without a runner',
        expected: 'a runner whose test files it chooses, e.g. runner: vitest',
        remedy: 'remove "pattern", or write "runner" in place of "command"',
      },
    ];
  }
  const problems: SuiteProblem[] = [];
  if (command !== undefined) {
    problems.push({
      at: { key: `${pointer}/command` },
      seen: 'a test with both a runner and a command',
      expected: 'one of the two: Perigee starts a runner itself',
      remedy: 'remove "command", or remove "runner" and mark spans in the tests',
    });
  }
  if (runner === 'go' && results !== undefined) {
    problems.push({
      at: { key: `${pointer}/results` },
      seen: 'results of a test whose runner is go',
      expected: 'no results: Perigee reads what go test prints',
      remedy: 'remove "results", or write a test of its own for them',
    });
  }
  const unfit = pattern === undefined ? undefined : describeRunnerPattern(runner, pattern);
  if (unfit !== undefined) {
    problems.push({ at: `${pointer}/pattern`, ...unfit });
  }
  return problems;
}

/** Go's own patterns are of packages. */
function describeRunnerPattern(runner: string, pattern: string) {
  if (runner !== 'go') return describePattern(pattern);
  if (/^(?:\.\/)?(?!\.\.(?:\/|$)|\/)[^*\0]*(?:\*\*)?$/.test(pattern)) return undefined;
  return {
    seen: `${formatText(pattern)} names no packages of Go`,
    expected: 'a folder, with /** or /... where the folders in it count too, e.g. ./test/e2e/...',
  };
}

/** Names that two tests share: each series must belong to one test. */
export function checkTestNames(
  names: readonly { name: string; pointer: string }[],
): SuiteProblem[] {
  const first = new Map<string, string>();
  const problems: SuiteProblem[] = [];
  for (const { name, pointer } of names) {
    if (first.has(name)) {
      problems.push({
        at: `${pointer}/name`,
        seen: `a second test named ${formatText(name)}`,
        expected: 'each test to have a name of its own: results are kept by name',
        remedy: 'rename one of the two',
      });
    }
    first.set(name, pointer);
  }
  return problems;
}

const insides = {
  directory: {
    home: 'the repository',
    path: 'the root of the repository, e.g. bench or packages/core',
  },
  file: { home: "the test's directory", path: "the test's directory, e.g. out/results.json" },
} as const;

function checkInside(
  what: keyof typeof insides,
  path: string | undefined,
  at: string,
): SuiteProblem[] {
  if (path === undefined) return [];
  const normal = posix.normalize(path);
  const escapes = posix.isAbsolute(normal) || normal === '..' || normal.startsWith('../');
  if (!escapes && !path.includes('\0')) return [];
  return [
    {
      at,
      seen: `the ${what} ${formatText(path)} is not inside ${insides[what].home}`,
      expected: `a path relative to ${insides[what].path}`,
      remedy: 'each side runs in a worktree of its own, so that a path outside is the same on both',
    },
  ];
}
