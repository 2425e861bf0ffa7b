import type { StarterTest } from '../findings.ts';
import { drop, type FormerTool, keep, miss, runScript } from './migration.ts';
import type { Fate } from './workflow-lines.ts';

/** Its adapters, and ours. */
const formats: Readonly<Record<string, string>> = {
  magic: 'auto',
  json: 'bencher',
  c_sharp_dot_net: 'benchmarkdotnet',
  cpp_catch2: 'catch2',
  cpp_google: 'google-benchmark',
  go_bench: 'go',
  java_jmh: 'jmh',
  js_benchmark: 'benchmark.js',
  python_pytest: 'pytest-benchmark',
  rust_bench: 'libtest',
  rust_criterion: 'criterion',
  rust_gungraun: 'iai-callgrind',
  rust_iai_callgrind: 'iai-callgrind',
  shell_hyperfine: 'hyperfine',
};

const flags = new Set([
  ...['--err', '--html', '--quiet', '--dry-run', '--allow-failure', '--exec', '--ci-only-on-alert'],
  ...['--start-point-clone-thresholds', '--start-point-reset', '--thresholds-reset'],
  ...['--ci-only-thresholds', '--ci-public-links', '--build-time', '--ci-no-metrics'],
]);

const base = 'Perigee measures the base of each change itself, on the same machine';
const server = 'Perigee uploads nothing';

/** By the beginning of the option, the longer first. */
const others: readonly (readonly [option: string, fate: Fate])[] = [
  ['--start-point', drop(base)],
  ['--branch', drop(base)],
  ['--hash', drop(base)],
  ['--testbed', drop(base)],
  ['--backdate', drop(base)],
  ['--project', drop(server)],
  ['--token', drop(server)],
  ['--key', drop(server)],
  ['--host', drop(server)],
  ['--github-actions', drop('the workflow comments on each pull request, once')],
  ['--ci-', drop('the workflow comments on each pull request, once')],
  ['--iter', drop('Perigee repeats each test: repeats')],
  ['--fold', drop('Perigee repeats each test, and judges all repeats')],
  ['--average', drop('each adapter takes what its tool recommends')],
  ['--build-time', miss('let a test build, and Perigee measures how long that takes')],
  ['--file-size', miss('record the size in the test: record(name, value, { unit: "B" })')],
  ['--threshold-measure', drop('the limit is that of every metric of the tool')],
  ['--threshold', miss('Perigee decides by both sides, not by the history; `worse` says how much')],
  ['--format', drop('Perigee writes its own report')],
  ['--html', drop('Perigee writes its own report')],
  ['--quiet', drop('Perigee writes its own report')],
];

/** Steps that call `bencher run`. */
export const bencher: FormerTool = {
  name: 'bencher',
  isIn: ({ run = '' }) => /\bbencher run\b/.test(run),
  prepares: ({ uses = '' }) =>
    /^bencherdev\/bencher@/.test(uses)
      ? { fate: drop('Perigee needs no other program') }
      : undefined,
  convert(step, _earlier, { decide, decideLine, file }) {
    const script = (step.run ?? '').replaceAll(/\\\r?\n/g, ' ');
    const [before = '', call = ''] = script.split(/\bbencher run\b/);
    decide(step.pointer, keep('the test'));
    decide(`${step.pointer}/name`, drop('a test has the name of its step, or of its command'));
    const at = `${step.pointer}/run`;
    const options = new Map<string, string>();
    const command: string[] = [];
    const words = splitWords(call.split('\n', 1)[0] ?? '');
    for (let i = 0; i < words.length; i += 1) {
      const word = words[i] ?? '';
      if (command.length > 0 || !word.startsWith('-')) command.push(word);
      else {
        const [option = '', joined] = word.split(/=(.*)/s);
        const hasValue = joined === undefined && !flags.has(option);
        options.set(option, joined ?? (hasValue ? (words[(i += 1)] ?? '') : ''));
        const fate = others.find(([beginning]) => option.startsWith(beginning))?.[1];
        decideLine(at, option, fate ?? miss('Perigee has no such setting'));
      }
    }
    const format = formats[options.get('--adapter') ?? 'magic'];
    const adapter =
      format === undefined ? miss('no adapter reads it; format: auto') : keep(`format: ${format}`);
    if (options.has('--adapter')) decideLine(at, '--adapter', adapter);
    const output = options.get('--file');
    if (output !== undefined) decideLine(at, '--file ', keep(`results: { file: ${output} }`));
    if (command.length === 0) {
      decideLine(at, 'bencher run', miss('it names no command: the step before it is the test'));
      return {};
    }
    // One word is a line of a shell; several are a program and its arguments.
    const [only = ''] = command;
    const line = command.length === 1 ? only : undefined;
    decideLine(at, only, keep('the command of the test'));
    const prefix = before.trim();
    const test: StarterTest = {
      name: (line ?? command.join(' ')).slice(0, 60),
      command:
        prefix === '' && line === undefined
          ? command
          : runScript([prefix, line ?? command.join(' ')].join('\n')),
      ...(step.directory === undefined ? {} : { directory: step.directory }),
      because: `the command of bencher run in ${file}`,
      results: { ...(output === undefined ? {} : { file: output }), format: format ?? 'auto' },
      isTimed: true,
      ...readLimit(options, (option, fate) => {
        decideLine(at, option, fate);
      }),
    };
    return { test };
  },
};

function readLimit(
  options: ReadonlyMap<string, string>,
  decide: (option: string, fate: Fate) => void,
): Pick<StarterTest, 'limit'> {
  const action = options.has('--err') ? 'block' : 'warn';
  decide('--err', keep('action: block'));
  const boundary = Number(options.get('--threshold-upper-boundary'));
  if (options.get('--threshold-test') !== 'percentage' || !(boundary > 0)) {
    return action === 'block' ? {} : { limit: { worse: '10%', action } };
  }
  const worse = `${Math.round(boundary * 1000) / 10}%`;
  decide('--threshold-test', keep('a relative limit'));
  decide('--threshold-upper-boundary', keep(`worse: ${worse}`));
  return { limit: { worse, action } };
}

/**
 * The words of a line of a shell: quotes and backslashes are read, variables stay as they are. An expression such as
 * `${{ matrix.os }}` is part of its word: GitHub fills it in before a shell splits the line.
 */
function splitWords(line: string): string[] {
  const words: string[] = [];
  const piece = /\s*((?:\$\{\{[^}]*\}\}|[^\s"'\\$]+|\$|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+)/gsy;
  for (let found = piece.exec(line); found !== null; found = piece.exec(line)) {
    words.push(unquote(found[1] ?? ''));
  }
  return words;
}

function unquote(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
  );
}
