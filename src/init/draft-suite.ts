import { cutText } from '../contract/cut-text.ts';
import { canFixIterations } from '../runner/counting/fix-iterations.ts';
import type { ResultsReference } from '../contract/suite.ts';
import {
  schemaFile,
  type PassedOver,
  type RepositoryFindings,
  type StarterCommand,
  type StarterTest,
} from './findings.ts';
import { defaultMaxRepeats } from '../suite/resolve-suite.ts';
import { placeholder } from './placeholder.ts';

const longestName = 100;
const longestComment = 400;

/** The text of a first perigee.yml: loads without errors, and explains itself. */
export function draftSuite(findings: RepositoryFindings): string {
  const { name, setup, tests, passedOver, hasSchema } = findings;
  const chosen = withOwnNames(tests.length === 0 ? [placeholder] : tests);
  const parts = [
    ...(hasSchema ? [`# yaml-language-server: $schema=${schemaFile}`] : []),
    '# What Perigee measures before and after a change, and how much worse is too much.',
    'version: 1',
    `suite: ${writeValue(cleanName(name, 'suite'))}`,
    '',
    ...writeSetup(setup),
    '# Five pairs of before and after for each test; then what the time buys, first for tests in which something',
    '# points to a regression. Without `time`, a command measures for two minutes and a job for five.',
    'repeats: 5',
    proposeTime(findings),
    ...proposeInstructions(chosen),
    ...proposeBuilds(findings),
    '',
    '# Each is run as a whole and measured as the span "whole test". To measure a part of it, mark it',
    '# in the code: profile("upload", …) in Node, with profile("upload"): in Python. With results, each',
    '# benchmark of the tool is a span of its own, with the numbers of the tool.',
    'tests:',
    ...chosen.flatMap(writeTest),
    ...writePassedOver(passedOver),
    '# The rule that names most decides. Metrics that are not named here have built-in thresholds.',
    'thresholds:',
    '  defaults:',
    '    # A series must exceed both: 5% of a very short time is noise.',
    '    latency: { worse: { relative: 5%, absolute: 1ms } }',
    '    memory.peak: { worse: { relative: 10%, absolute: 4MiB }, action: warn }',
    ...writeRules(chosen),
    '',
  ];
  return parts.join('\n');
}

/** With so many pairs of each test, most of what longer runs show is smaller than what is allowed. */
const enoughPairs = 40;
const shortTimeMs = 120_000;

function proposeTime({ took }: RepositoryFindings): string {
  const pairs = took === undefined ? 0 : Math.floor(shortTimeMs / Math.max(1, 2 * took.testsMs));
  if (pairs < enoughPairs) return '# time: 5m';
  if (pairs >= defaultMaxRepeats)
    return `time: 2m # more than enough for the ${defaultMaxRepeats} pairs that a test gets`;
  return `time: 2m # buys about ${pairs} pairs of each test here; ${defaultMaxRepeats} are the most`;
}

const timedTag = 'fixed-time';

/** Faster code does more rounds in the same time, and so may write and send more. */
const timedMetrics = ['latency', "'cpu.*'", "'disk.*'", "'network.*'"];

function writeRules(tests: readonly StarterTest[]): string[] {
  if (!tests.some(({ isTimed }) => isTimed)) return [];
  return [
    '  rules:',
    '    # These tools repeat for a fixed time. Only their own numbers say how fast your code is; the built-in',
    '    # limit of such a number is 10%.',
    ...timedMetrics.map(
      (metric) =>
        `    - { match: { tag: ${timedTag}, metric: ${metric} }, worse: 50%, action: warn }`,
    ),
  ];
}

/** Tools of which people may count the code alone, in a script. */
const byClock = new Set(['tinybench', 'vitest', 'mitata', 'benchmark.js']);

function proposeInstructions(tests: readonly StarterTest[]): string[] {
  const formats = new Set(tests.map(({ results }) => results?.format ?? ''));
  if ([...formats].some(canFixIterations)) {
    return [
      '# How many instructions run shows a change of 0.5% on any machine. It needs valgrind and costs four more runs of',
      '# each benchmark once, 30 to 80 times slower.',
      '# measure: [times, instructions]',
    ];
  }
  const [tool] = [...formats].filter((format) => byClock.has(format));
  if (tool === undefined) return [];
  return [
    `# How many instructions run shows a change of 0.5% on any machine. ${tool} repeats by the clock: to count them, add a`,
    '# test that calls your code a fixed number of times in a script, with measure: [times, instructions]',
  ];
}

const compilers = new Set(['go', 'cargo', 'cmake', 'dotnet']);

/** Four setups of more take longer than the tests. */
const mostSetupMs = 30_000;

function proposeBuilds({ setup, setupFault, took }: RepositoryFindings): string[] {
  if (!setup.some(({ command: [program = ''] }) => compilers.has(program))) return [];
  const why =
    'A compiler may lay out the same code in another way: two builds of each side show how much';
  const isShort = took === undefined ? setupFault === undefined : took.setupMs <= mostSetupMs;
  if (isShort) return [`# ${why}.`, 'builds: 2'];
  const time = took === undefined ? '' : `, for ${Math.round(took.setupMs / 1000)} s each here`;
  return [`# ${why}, and`, `# set up four times instead of twice${time}.`, '# builds: 2'];
}

function writeSetup(setup: readonly StarterCommand[]): string[] {
  if (setup.length === 0) return [];
  const lines = setup.map(
    ({ command, because }) => `  - ${writeValue(command)} # ${cleanText(because)}`,
  );
  return ['# Run once for each side, in a worktree of its own.', 'setup:', ...lines, ''];
}

function writePassedOver(passedOver: readonly PassedOver[]): string[] {
  if (passedOver.length === 0) return [];
  const lines = passedOver.map(({ what, why }) => `# - ${cleanText(`${what}: ${why}`)}`);
  return ['# Found, and not measured:', ...lines, ''];
}

function writeTest(test: StarterTest): string[] {
  const { name, directory, because, results, isTimed = false } = test;
  return [
    `  # ${cleanText(because)}`,
    `  - name: ${writeValue(name)}`,
    ...(directory === undefined ? [] : [`    directory: ${writeValue(directory)}`]),
    ...writeCommand(test),
    ...(results === undefined ? [] : [`    results: ${writeResults(results)}`]),
    ...(isTimed ? [`    tags: [${timedTag}]`] : []),
    '    timeout: 5m',
    '',
  ];
}

function writeCommand({ command, cases }: StarterTest): string[] {
  if (cases === undefined) return [`    command: ${writeValue(command)}`];
  const { runner, pattern } = cases;
  return [
    `    runner: ${runner}`,
    ...(pattern === undefined ? [] : [`    pattern: ${JSON.stringify(pattern)}`]),
  ];
}

function writeResults({ file, format }: ResultsReference): string {
  const where = file === undefined ? '' : `file: ${writeValue(file)}, `;
  return `{ ${where}format: ${format} }`;
}

/** On one line; a JSON text is a YAML text too, and needs no rule for what may stand in it. */
function writeValue(value: string | string[]): string {
  if (Array.isArray(value)) return `[${value.map((word) => writeValue(word)).join(', ')}]`;
  const isPlain = /^[A-Za-z_./][\w./+@ -]*$/.test(value) && value.trim() === value;
  return isPlain && !otherThanText.test(value) ? value : JSON.stringify(value);
}

/** Words that YAML reads as something else, or that people who know older YAML would. */
const otherThanText = /^(true|false|null|yes|no|on|off|\.inf|\.nan|\.[\d.]*)$/i;

/** Names of files of unknown authors, as a suite takes them: in one line, and no two the same. */
function withOwnNames(tests: readonly StarterTest[]): StarterTest[] {
  const taken = new Set<string>();
  return tests.map((test) => {
    const name = cleanName(test.name, 'test');
    let own = name;
    for (let i = 2; taken.has(own); i += 1) own = `${cutText(name, longestName - 10)} (${i})`;
    taken.add(own);
    return { ...test, name: own };
  });
}

function cleanName(name: string, otherwise: string): string {
  const clean = cutText(name.replace(/[\p{C}\u2028\u2029]/gu, '').trim(), longestName);
  return clean === '' ? otherwise : clean;
}

/** Without line breaks, so that a comment stays one. */
function cleanText(text: string): string {
  return text
    .replace(/[\p{C}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, longestComment);
}
