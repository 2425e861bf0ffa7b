/** The time of a run in words, for a terminal and the log of a job. */
import { countThings } from '../contract/count-things.ts';
import { formatQuantity } from '../contract/units.ts';
import type { ProgressEvent } from './run-request.ts';

type Told<K extends ProgressEvent['kind']> = Extract<ProgressEvent, { kind: K }>;

/** A shorter wait needs no announcement. */
const longSetupMs = 20_000;

/** Behind the name of a side: nothing where it has one build. */
export function nameBuild({ build }: Pick<Told<'setup'>, 'build'>): string {
  return build === undefined ? '' : `, build ${build.number} of ${build.of}`;
}

/** Behind a command of setup. */
export function describeLeft({ leftMs = 0 }: Pick<Told<'setup'>, 'leftMs'>): string {
  return leftMs < longSetupMs ? '' : ` · about ${formatTime(leftMs)} of setup left`;
}

/** With fewer pairs a regression is not certain. */
const enoughPairs = 10;

/** `10 tests of about 1.2 s: 2 min buy about 5 pairs each`, and what would buy more where that is little. */
export function describeBought({
  maxRepeats,
  pairMs,
  repeats,
  tests,
  timeMs,
}: Omit<Told<'bought'>, 'kind'>): string {
  const pairs = Math.min(maxRepeats, Math.floor(timeMs / pairMs));
  const what = `${countThings(tests, 'test')} of about ${formatTime(pairMs / tests / 2)}`;
  const each = tests === 1 ? '' : ' each';
  const help =
    'More shards, fewer tests or a longer time (time in perigee.yml, or --time) would show smaller regressions';
  if (pairs < repeats) {
    const taken = formatTime(repeats * pairMs);
    return `${what}: ${repeats} pairs${each} take about ${taken}, longer than the ${formatTime(timeMs)} planned. ${help}`;
  }
  if (pairs === maxRepeats)
    return `${what}: ${formatTime(pairs * pairMs)} buy the ${pairs} pairs${each} that a test gets at most`;
  const bought = `${what}: ${formatTime(timeMs)} buy about ${pairs} pairs${each}`;
  return pairs < Math.min(enoughPairs, maxRepeats) ? `${bought}. ${help}` : bought;
}

/** Time is left, and no test goes before the others. */
export function describeSettled(isRed: boolean): string {
  return `nothing ${isRed ? 'else ' : ''}points to a regression: the time that is left goes into more pairs of every test, which show smaller ones`;
}

/** The time is over. @param tests in words */
export function describeBeyond(tests: string, beyondMs: number): string {
  return `the time is over, and ${tests} may be slower: more pairs until that is decided, for ${formatTime(beyondMs)} at most`;
}

export function describeSpent({ ends, fewestPairs, mostPairs, usedMs }: Told<'spent'>): string {
  const pairs = fewestPairs === mostPairs ? `${mostPairs}` : `${fewestPairs} to ${mostPairs}`;
  const why = ends === undefined ? '' : `. ${endsEarly[ends]}`;
  return `measured for ${formatTime(usedMs)}: ${pairs} pairs of each test${why}`;
}

const endsEarly = {
  'all-decided': 'It is red, and nothing else is open: more pairs would not change what to do',
  'beyond-decided': 'What was past its limit is decided',
} as const;

export function describeBusy({ share, waitsMs }: Told<'busy'>): string {
  const busy = `this machine is busy: something waited for a CPU ${Math.round(share * 100)}% of the time`;
  if (waitsMs === undefined)
    return `${busy}. Times vary more then; on your machine --wait 5m waits for quiet`;
  if (waitsMs > 0) return `${busy}. Waiting for quiet, ${formatTime(waitsMs)} at the most`;
  return `${busy}. Measuring anyway, since the time to wait is over`;
}

function formatTime(ms: number): string {
  return formatQuantity(ms * 1e6, 'ns', 2);
}
