import type { Alone, Benchmark } from '../../contract/explainer.ts';
import type { SpanProfile } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import { annotationKey } from '../../contract/series-key.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { addLast } from '../counting/fix-iterations.ts';

/** How a tool is told to run one of its benchmarks, by the format of its results. */
interface Rule extends Alone {
  /** @returns undefined where it cannot be told, or the name does not say which one it is */
  narrow(this: void, command: readonly string[], benchmark: Benchmark): string[] | undefined;
  /** It runs its benchmarks one after the other, in the order of its results. */
  inTurn?: true;
  /** Has it repeat for a second where its command says less, so that most samples are of iterations. */
  longer?: string;
}

/** Cargo's programs take one name; that of the target stands before it. */
const byExactName: Rule = {
  narrow: (command, { span }) => {
    const name = span.split(' > ').at(-1) ?? span;
    return addLast(command, ['--exact', name]);
  },
};

const ofTinybench = { below: /[(/]tinybench\//, around: /[(/]tinybench\// };

/** A script has no option for one of its benchmarks. @param frames of the tool */
function runsInTurn(frames: RegExp): Rule {
  return { frames: { below: frames, around: frames }, inTurn: true, narrow: () => undefined };
}

const rules: Readonly<Record<string, Rule>> = {
  vitest: {
    frames: ofTinybench,
    narrow: (command, { span }) => {
      // The file stands first; a number at the end, where two have one name.
      const name = span.split(' > ').slice(1).join(' ');
      if (name === '' || / #\d+$/.test(name)) return undefined;
      return addLast(command, ['--testNamePattern', `(^| )${escape(name)}$`]);
    },
  },
  'pytest-benchmark': {
    frames: {
      below: /\brunner \([^;]*[(/]pytest_benchmark\/fixture\.py/,
      around: /[(/]pytest_benchmark\//,
    },
    longer: '--benchmark-max-time=',
    narrow: (command, { annotations, span }) => {
      // The results lack the ID of a test with parameters.
      if (!span.includes('::') || Object.keys(annotations).length > 0) return undefined;
      const [file = ''] = span.split('::');
      const isOf = (word: string): boolean => {
        const path = word.replace(/^\.\//, '').replace(/\/$/, '');
        return path === '.' || path === file || file.startsWith(`${path}/`);
      };
      const start = command.findIndex((word) => /(^|\/)(pytest|py\.test)$/.test(word));
      const isOther = (word: string): boolean => !isOf(word) && !/\.py(::.*)?$/.test(word);
      const others = command.filter((word, at) => at <= start || isOther(word));
      return start < 0 ? undefined : addLast(others, [span]);
    },
  },
  tinybench: runsInTurn(/[(/]tinybench\//),
  mitata: runsInTurn(/[(/]mitata\//),
  'benchmark.js': runsInTurn(/[(/]benchmark\/benchmark\.js/),
  criterion: byExactName,
  libtest: byExactName,
  divan: byExactName,
  'google-benchmark': {
    narrow: (command, { span }) => addLast(command, [`--benchmark_filter=^${escape(span)}$`]),
  },
};

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function lengthen(command: readonly string[], option: string): readonly string[] {
  const said = command.findLast((word) => word.startsWith(option));
  const isLong = Number(said?.slice(option.length)) >= 1;
  return isLong ? command : (addLast(command, [`${option}1`]) ?? command);
}

/** A test whose tool runs one of its benchmarks alone, or in its turn; undefined where it cannot be told which one ran. */
export function runAlone(
  test: SuiteTest,
  benchmark: Benchmark,
): (Alone & { test: SuiteTest }) | undefined {
  const rule = rules[test.results?.format ?? ''];
  if (rule === undefined) return undefined;
  const { frames, inTurn, longer, narrow } = rule;
  const { turn } = benchmark;
  // Where there is no other, it does already.
  if (benchmark.isOnly === true && frames === undefined) return undefined;
  const narrowed = benchmark.isOnly === true ? test.command : narrow(test.command, benchmark);
  if (narrowed === undefined && inTurn && frames !== undefined && turn !== undefined)
    return { test, frames, turn };
  const command = narrowed && longer ? lengthen(narrowed, longer) : narrowed;
  return command && { test: { ...test, command: [...command] }, ...(frames && { frames }) };
}

/** Whether a run measured it, and nothing else: of a name that nothing has, some tools run none, and some all. */
export function isOnly(
  spans: readonly Pick<SpanProfile, 'span' | 'annotations'>[],
  benchmark?: Benchmark,
): boolean {
  const [first, ...others] = spans.filter(({ span }) => span !== wholeTestSpan);
  if (first === undefined || benchmark === undefined || others.length > 0) return false;
  const isSame = annotationKey(first.annotations) === annotationKey(benchmark.annotations);
  return isSame && first.span === benchmark.span;
}
