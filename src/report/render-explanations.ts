/** The functions in which a test spends more than before: by how much, and how sure that is. */
import { touchedByChange } from '../contract/explainer.ts';
import { countThings } from '../contract/count-things.ts';
import type {
  Explanation,
  GrownFunction,
  SeriesVerdict,
  SpanEvidence,
  Verdict,
} from '../contract/documents.ts';
import { labelTest, onPlatform } from '../contract/platforms.ts';
import { formatQuantity } from '../contract/units.ts';
import { type Block, heading, type Inline, list, paragraph } from './blocks.ts';
import { groupBySpan, type SpanGroup } from './findings.ts';
import { unitOf } from './flame-tree.ts';
import { listMovements } from './format-build.ts';
import { cutPlain } from './plain-text.ts';
import { nameGroup, rowLimit } from './series-table.ts';

const longestName = 80;
const longestMessage = 500;
/** In a comment and on a terminal. */
const mostShown = 4;

/** The functions in short, the first to look at first. */
export function listGrown(explanation: Explanation): Inline[][] {
  const { functions, notes = [] } = explanation;
  const ofChange = notes.filter((note) => note.startsWith(touchedByChange));
  return [
    ...functions.slice(0, mostShown).map((one) => describeGrown(one, explanation)),
    ...ofChange.map((note) => [cutPlain(note, 500)]),
  ];
}

/** What was counted exactly of code that ran more often. */
export function listBlocks({ blocks = [] }: Explanation): string[] {
  return blocks.map(({ text }) => `Counted: ${cutPlain(text, 1000)}.`);
}

/** `hash (src/map.js:41) takes 212 ms more (180 ms to 240 ms): 84% of the slowdown; called from put` */
export function describeGrown(one: GrownFunction, whole: Explanation): Inline[] {
  const { certainty, high, line, low, name, path, touched } = one;
  const format = (value: number): string => formatQuantity(value, unitOf(whole));
  const place = path === undefined ? '' : `${path}:${line}`;
  const hasProven = whole.functions.some((other) => other.certainty === 'proven');
  // The place is the name of an allocating line, and of a function without a name.
  const named = name === 'anonymous' && place !== '';
  const size: Inline[] =
    one.before === 0
      ? [' is new and takes ', { figure: format(one.after) }]
      : [' takes ', { figure: format(one.after - one.before) }, ' more'];
  // Samples may say more than a run grew by, from the lower end on.
  const range =
    low === high ? 'all that a run takes more' : `${format(Math.max(0, low))} to ${format(high)}`;
  return [
    ...(certainty === 'proven' ? [] : [hasProven ? 'perhaps ' : 'most likely ']),
    { code: cutPlain(named ? place : name, longestName) },
    ...(named || place === '' ? [] : [' (', { code: cutPlain(place, longestName) }, ')']),
    ...size,
    ...(certainty === 'proven' ? [` (${range})`] : []),
    ...formatPart(one, whole),
    ...(touched === 'itself' ? ['; the change touches it'] : []),
    ...(touched === 'its file' ? ['; the change touches its file'] : []),
    ...formatCaller(one),
    ...(touched === 'its caller' ? [', which the change touches'] : []),
    ...(touched === 'the file of its caller' ? [', whose file the change touches'] : []),
  ];
}

/** The caller of an allocating line is known by its file alone. */
function formatCaller({ caller, callerPath }: GrownFunction): Inline[] {
  const known = [caller === 'anonymous' ? undefined : caller, callerPath];
  const [first, second] = known.flatMap((name) =>
    name === undefined ? [] : [{ code: cutPlain(name, longestName) }],
  );
  if (first === undefined) return [];
  return ['; called from ', first, ...(second === undefined ? [] : [' (', second, ')'])];
}

function formatPart({ after, before }: GrownFunction, whole: Explanation): Inline[] {
  const { benchmarks } = whole;
  if (benchmarks !== undefined) return [` in a run of ${benchmarks} benchmarks`];
  const part = (after - before) / (whole.after - whole.before);
  if (!(part > 0) || part > 1.5) return [];
  const of = whole.of === 'time' ? 'slowdown' : 'growth';
  return [`: ${Math.min(100, Math.round(100 * part))}% of the ${of}`];
}

/** `, each time add runs`; a path and what holds it are in the headline. */
function nameIteration({ span }: Explanation): string {
  const name = span?.split(/ > |::/).at(-1);
  return name === undefined ? '' : `, each time ${cutPlain(name, longestName)} runs`;
}

/** Everything that was found of each test. */
export function renderExplanations(explanations: readonly Explanation[]): Block[] {
  return explanations.flatMap((explanation) => {
    const {
      after,
      before,
      calls = [],
      functions,
      meanings = [],
      notes = [],
      span,
      test,
    } = explanation;
    const format = (value: number): string => formatQuantity(value, unitOf(explanation));
    const what = explanation.of === 'time' ? 'CPU time' : 'memory held at its peak';
    const found = functions.map((one) => describeGrown(one, explanation));
    return [
      heading([
        { code: cutPlain(test, longestName) },
        `${onPlatform(explanation.platform)}, where ${explanation.of === 'time' ? 'its time goes' : 'its memory goes'}`,
      ]),
      ...paragraph(
        `${span === undefined ? what : `Each time ${cutPlain(span, 200)} runs`}: `,
        { figure: `${format(before)} → ${format(after)}` },
        '.',
      ),
      ...(found.length === 0 && explanation.pairs > 0
        ? paragraph('No function was found that takes more.')
        : list(found, 'functions')),
      ...list(listBlocks(explanation), 'blocks'),
      ...list(
        meanings.map((text) => cutPlain(text, 1000)),
        'meanings',
      ),
      ...(calls.length === 0
        ? []
        : paragraph(
            `Calls of a run: ${cutPlain(calls.map(({ text }) => text).join('; '), 2000)}.`,
          )),
      ...list(
        notes.map((note) => cutPlain(note, 500)),
        'notes',
      ),
      { kind: 'small', text: [describeWay(explanation)] },
    ];
  });
}

function describeWay({ functions, pairs, profiler, samples, slowdown }: Explanation): string {
  if (pairs === 0) return 'Counted in runs that were not measured.';
  const isProven = functions.some(({ certainty }) => certainty === 'proven');
  return [
    `Seen by ${cutPlain(profiler, 200)} in ${countThings(pairs, 'pair')} of runs that were not measured, with ${samples.before.toLocaleString('en-US')} and ${samples.after.toLocaleString('en-US')} samples.`,
    ...(isProven
      ? ['Chance puts a function with an interval into at most one of 100 explanations.']
      : []),
    ...(slowdown === undefined || slowdown < 1.05
      ? []
      : [`Under the profiler a run uses ${slowdown.toFixed(2)} times as much CPU time.`]),
  ].join(' ');
}

/** The functions are found that these advise to look for. */
const saidByFunctions = new Set(['more-computation', 'memory-only']);

/**
 * The cause: which functions take more, else what the metrics of the worst span say beyond the table of these series.
 * @param broken the labels of tests that fail
 */
export function explainWorst(
  series: readonly SeriesVerdict[],
  {
    explanations = [],
    problems = [],
    spans,
  }: Partial<Pick<Verdict, 'explanations' | 'problems'>> & { spans: readonly SpanEvidence[] },
  broken: readonly string[] = [],
): Block[] {
  const groups = groupBySpan(series.slice(0, rowLimit), spans);
  const isOf = ({ platform, test }: Explanation, [one]: SpanGroup['series']): boolean =>
    one.test === test && (platform === undefined || platform === one.platform);
  const isBroken = ({ platform, test }: Explanation): boolean =>
    broken.includes(labelTest({ name: test, platform }));
  const explained = explanations.find((found) => {
    const { blocks = [], functions, meanings = [] } = found;
    const isFound = blocks.length + functions.length + meanings.length > 0;
    const isShown = isBroken(found) || groups.some(({ series: all }) => isOf(found, all));
    return isFound && isShown;
  });
  if (explained !== undefined) {
    const [meaning = ''] = [...listBlocks(explained), ...(explained.meanings ?? [])];
    const said = cutPlain(meaning, longestMessage);
    const grown = listGrown(explained);
    // What a test did until its time limit says more than where its time went.
    const first = isBroken(explained) ? undefined : grown.shift();
    const own = groups.find(({ series: all }) => isOf(explained, all));
    const patterns = own?.evidence?.patterns.filter(({ name }) => !saidByFunctions.has(name)) ?? [];
    return [
      ...paragraph(
        { bold: `Where${onPlatform(explained.platform)}${nameIteration(explained)}:` },
        ' ',
        ...(first === undefined ? [said] : [...first, '.']),
      ),
      ...list(grown, 'functions'),
      ...paragraph(first === undefined ? '' : said),
      ...paragraph(meaning === '' ? patterns.map(({ text }) => text).join(' ') : ''),
    ];
  }
  const failed = problems.find(({ code, test }) => {
    return code === 'not-explained' && groups.some(({ series: [one] }) => one.test === test);
  });
  const unseen = explanations.find(
    (one) => one.pairs > 0 && groups.some(({ series: all }) => isOf(one, all)),
  );
  const nothing = unseen === undefined ? '' : describeUnseen(unseen);
  const unsaid = paragraph(
    failed === undefined ? nothing : `${cutPlain(failed.message, longestMessage)}.`,
  );
  const worst = groups.find((group) => explainSpan(group) !== '');
  if (worst === undefined) return unsaid;
  const name = groups.length === 1 ? [] : [...nameGroup(worst.series[0]), ': '];
  return [...paragraph({ bold: 'Where:' }, ' ', ...name, explainSpan(worst)), ...unsaid];
}

function describeUnseen({ benchmarks }: Explanation): string {
  const nothing = 'No function was found that surely takes more';
  if (benchmarks === undefined) return `${nothing}.`;
  return `${nothing} of a run of ${benchmarks} benchmarks. A function that makes up nearly all of its benchmark does not show in it: give each benchmark a test of its own.`;
}

/** `Time went up while disk writes went down … Also: write operations -62.0%.` */
export function explainSpan({ evidence, series }: SpanGroup): string {
  if (evidence === undefined) return '';
  const shown = new Set(series.map(({ metric }) => metric));
  const moved = listMovements(evidence.movements.filter(({ metric }) => !shown.has(metric)));
  return [
    ...evidence.patterns.map(({ text }) => text),
    moved.length === 0 ? '' : `Moved as well: ${moved.join('; ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}
