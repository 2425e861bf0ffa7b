/** The parts of a verdict beside its series, as every form shows them. */
import { labelTest, placeOfTest } from '../contract/platforms.ts';
import { countThings } from '../contract/count-things.ts';
import type { Problem, SeriesVerdict, TestOutcome, Verdict } from '../contract/documents.ts';
import { openTellPlatform, type TellPlatform } from '../contract/compare-platforms.ts';
import { reasonOf } from '../contract/series-reason.ts';
import { isWeakTest } from '../contract/weak-test.ts';
import { type Block, type Inline, type Item, join, list, paragraph, section } from './blocks.ts';
import {
  isLog,
  testOfProblem,
  listFacts,
  listLastLines,
  placeProblem,
  splitProblem,
  formatOutcome,
  formatVisibility,
} from './format-build.ts';
import { leftOutTitle, listLeftOut } from './left-out.ts';
import { orderProblems } from './order-problems.ts';
import { cutPlain } from './plain-text.ts';
import { nameOf, rowLimit } from './series-table.ts';
import { limitOf } from '../contract/missed-change.ts';
import { nameMetric, nameSlice, formatVisible, sightOf } from './series-words.ts';
import { foreseeVisibility, isCountedExactly, measureVisibility } from './visibility.ts';

/** For so many tests the first screen shows how their output ended. */
const mostQuoted = 3;
const mostProblems = 100;
const longestMessage = 500;

/** Tests with how often they failed and, for the first few, the last lines that they wrote. */
export function listTests(
  tests: readonly { name: string; outcome?: TestOutcome }[],
  problems: readonly Problem[],
  most = rowLimit,
): Block[] {
  const items = tests.slice(0, most).map(({ name, outcome }, place): Item => {
    const told = outcome === undefined ? '' : `: ${formatOutcome(outcome)}`;
    return {
      text: [
        { code: cutPlain(name, 300) },
        told,
        ...(place < mostQuoted ? findLog(problems, name) : []),
      ],
      quoted: place < mostQuoted ? listLastLines(problems, name) : [],
    };
  });
  return list([...items, ...tests.slice(most).map(() => '')], 'tests', most);
}

/** The log with the whole output of a failing test. */
function findLog(problems: readonly Problem[], name: string): Inline[] {
  const [code] = problems
    .filter((problem) => problem.side === 'after' && testOfProblem(problem) === name)
    .flatMap((problem) => splitProblem(problem).quoted.filter(isLog));
  return code === undefined ? [] : [', ', { code: cutPlain(code, 300) }];
}

/** Each problem in a sentence, the causes first; of what it quotes only the place of the log, since CI hides no secrets here. */
export function listProblems(problems: readonly Problem[]): Block[] {
  const items = orderProblems(problems).map((problem, at): Inline[] => {
    if (at >= mostProblems) return [];
    const place = placeProblem(problem);
    const { sentence, quoted } = splitProblem(problem);
    return [
      ...(place === '' ? [] : [{ code: place }, ': ']),
      cutPlain(sentence, longestMessage),
      ' (',
      { code: problem.code },
      ')',
      ...quoted.filter(isLog).flatMap((line): Inline[] => [', ', { code: line }]),
    ];
  });
  return list(items, 'problems', mostProblems);
}

/** The smallest regressions that these runs could have shown: a line for each metric that can block, and one for all that only warn. */
export function listVisibility(verdict: Verdict): Block[] {
  const blocking = measureVisibility(verdict);
  if (blocking.length === 0 && isCountedExactly(verdict)) {
    return paragraph('Everything that can block is counted exactly: any regression would show.');
  }
  const warning = measureVisibility(verdict, 'warning');
  if (blocking.length + warning.length === 0) {
    return paragraph('Perigee cannot say how small a regression these runs would have caught.');
  }
  const inShort = (seen: typeof warning): string =>
    seen
      .map(({ limits, metric, median }) => `${nameMetric(metric)} ${formatVisible(median, limits)}`)
      .join('; ');
  const more = foreseeVisibility(verdict, moreNs) ?? [];
  return [
    ...paragraph('Four of five such runs would have caught a regression of this size:'),
    ...list(
      [
        ...blocking.map(formatVisibility),
        ...(warning.length === 0 ? [] : [`where rules only warn (medians): ${inShort(warning)}`]),
        ...(more.length === 0 ? [] : [`with five more minutes: ${inShort(more)}`]),
      ],
      'metrics',
    ),
  ];
}

const moreNs = 300e9;

/** Tests that slower code can pass, each with why. */
export function listWeakTests(problems: readonly Problem[]): Block[] {
  return list(
    problems.filter(isWeakTest).map(({ message, test = '' }): Inline[] => {
      return [{ code: test }, ': ', cutPlain(message, longestMessage)];
    }),
    'tests',
    mostProblems,
  );
}

/** Each test that was not measured because it reads the same on both sides. */
export function listLeftOutTests(verdict: Verdict): Block[] {
  const items = listLeftOut(verdict).map(({ label, text }): Inline[] => {
    return [{ code: label }, `: ${text}`];
  });
  return section(`${leftOutTitle} (${items.length})`, list(items, 'tests', rowLimit));
}

const mostFacts = 20;

/** The sides that were compared, the hosts, and the rule. */
export function listMeasured(verdict: Verdict): Block[] {
  const facts = listFacts(verdict).slice(0, mostFacts);
  return list(
    facts.map(({ label, text }) => `${label}: ${text}`),
    'facts',
  );
}

/** Which series are undecided and why: a line for each reason, that of a test with other advice apart. */
export function listReasons(series: readonly SeriesVerdict[], verdict: Verdict): Block[] {
  const mostNamed = 3;
  const tellPlatform = openTellPlatform(verdict);
  const items = [...Map.groupBy(series, reasonOf)].map(([reason, those]): Inline[] => {
    const named = those.slice(0, mostNamed).map((one) => nameSeriesShort(one, tellPlatform));
    const left = those.length - named.length;
    const sees = those.length === 1 ? formatSight(those[0] as SeriesVerdict) : '';
    const more = left > 0 ? ` and ${countThings(left, 'more series')}` : '';
    return [...join(named, ', '), `${more}: ${reason}${sees}`];
  });
  return list(items, 'reasons', 20);
}

/** `latency of upload › send on macos-arm64` */
function nameSeriesShort(series: SeriesVerdict, tell: TellPlatform): Inline[] {
  return [nameOf(series), ' of ', { code: nameSlice(series) }, tell(series)];
}

function formatSight(series: SeriesVerdict): string {
  const sight = sightOf(series);
  if (sight === undefined) return '';
  const visible = formatVisible(sight, [limitOf(series)]);
  return visible.startsWith('too') ? `; ${visible}` : `; these runs would have shown ${visible}`;
}

/** Series that vanished, by test, and what became of them, as far as the verdict tells. */
export function listVanished(series: readonly SeriesVerdict[], { tests }: Verdict): Block[] {
  const outcomes = new Map(tests.map((test) => [labelTest(test), test.after]));
  const byTest = Map.groupBy(series, (one) => placeOfTest(outcomes, one));
  const items = [...byTest].map(([label, those]): Inline[] => {
    const after = outcomes.get(label);
    const count = countThings(those.length, 'series');
    const ran = after === undefined ? 0 : after.passed + after.failed + after.timedOut;
    if (ran === 0)
      return [
        { code: label },
        ` did not run after the change (${count}): it was removed, renamed or skipped`,
      ];
    if (after?.passed === 0)
      return [{ code: label }, ` gave no values after the change (${count}): it failed`];
    const spans = [...new Set(those.flatMap(({ span, test }) => (span === test ? [] : span)))];
    const gone = spans.slice(0, 5).map((code) => ({ code }));
    const more = spans.length > gone.length ? ` and ${spans.length - gone.length} more` : '';
    const metrics = [...new Set(those.map(nameOf))].slice(0, 5);
    const what = gone.length === 0 ? join(metrics, ', ') : join(gone, ', ');
    const end = `${more} (${count}): removed, renamed or skipped`;
    return [{ code: label }, ' no longer has ', ...what, end];
  });
  return list(items, 'tests', 50);
}
