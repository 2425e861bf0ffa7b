/** Labelled lines for every form: what was compared, where and under which budget. */
import { labelTest, namePlatform } from '../contract/platforms.ts';
import { countThings } from '../contract/count-things.ts';
import { nameRevision, shortenCommit } from '../contract/commit.ts';
import type {
  Host,
  Movement,
  Problem,
  Revision,
  ShardTally,
  TestOutcome,
  Verdict,
} from '../contract/documents.ts';
import { formatChange, formatQuantity } from '../contract/units.ts';
import { isAlone } from '../contract/sides.ts';
import { nameAllowed } from '../contract/missed-change.ts';
import { nameMetric, formatVisible } from './series-words.ts';
import { cutPlain } from './plain-text.ts';
import type { Visibility } from './visibility.ts';

export interface Fact {
  label: string;
  text: string;
}

/** One word for the whole build, and the mark that stands beside it where colour is missing. */
export const conclusionWords: Readonly<
  Record<Verdict['conclusion'], { mark: string; word: string }>
> = {
  passed: { mark: '✓', word: 'Passed' },
  regressed: { mark: '✗', word: 'Regressed' },
  undecided: { mark: '?', word: 'Undecided' },
  incomplete: { mark: '!', word: 'Incomplete' },
  'nothing-measured': { mark: '∅', word: 'Nothing measured' },
};

/** The headline without the conclusion's word before it, which every form sets itself. */
export function formatHeadline({ conclusion, headline }: Verdict): string {
  const start = `${conclusionWords[conclusion].word}: `;
  return headline.startsWith(start) ? headline.slice(start.length) : headline;
}

export function formatRevision({ commit, label, dirty }: Revision): string {
  return dirty === true
    ? `${label} (${shortenCommit(commit)}, uncommitted changes)`
    : nameRevision({ commit, label });
}

export function listFacts({ build, budget, shards, hosts = [] }: Verdict): Fact[] {
  const facts: Fact[] = [
    { label: 'Suite', text: build.suite },
    ...listSides(build),
    ...(shards === undefined ? [] : [{ label: 'Shards', text: formatShards(shards) }]),
    ...hosts.map((host) => ({ label: 'Host', text: formatHost(host) })),
  ];
  if (!isAlone(build)) {
    facts.push({
      label: 'False-alarm budget',
      text: `at most ${Number((budget.q * 100).toPrecision(3))}% of what is called slower is wrong, over ${budget.tested} blocking series; judged ${budget.look} of at most ${budget.looks} times`,
    });
  }
  const finished = build.finishedAt === undefined ? 'not finished' : `to ${build.finishedAt}`;
  facts.push({ label: 'Measured', text: `${build.startedAt} ${finished}` });
  if (build.interrupted === true) {
    facts.push({ label: 'Interrupted', text: 'this is what was measured until then' });
  }
  return facts;
}

function formatShards({ received, total }: ShardTally): string {
  const which = received.map((index) => index + 1).join(', ');
  return `${received.length} of ${total} shards${received.length < total ? ` (${which})` : ''}`;
}

function listSides(build: Verdict['build']): Fact[] {
  const after = formatRevision(build.after);
  if (!isAlone(build)) {
    return [
      { label: 'Before', text: formatRevision(build.before) },
      { label: 'After', text: after },
    ];
  }
  return [
    { label: 'Revision', text: after },
    { label: 'Compared with', text: 'nothing: it was measured alone' },
  ];
}

const isolated: Readonly<Record<string, string>> = {
  mounts: 'tests kept from the other side',
  user: 'tests kept from the other side and from other processes',
};

function formatHost(host: Host): string {
  const { platform, cpu, isolation, kernel, memoryBytes, settings = {}, virtualisation } = host;
  const parts = [namePlatform(platform), cpu.model, countThings(cpu.cores, 'core')];
  parts.push(formatQuantity(memoryBytes, 'bytes'), kernel);
  if (cpu.governor !== undefined) parts.push(`governor ${cpu.governor}`);
  if (virtualisation !== undefined) parts.push(virtualisation);
  const kept = isolation === undefined ? undefined : isolated[isolation];
  if (kept !== undefined) parts.push(kept);
  parts.push(...Object.entries(settings).map(([key, value]) => `${key}: ${value}`));
  return parts.join(', ');
}

/** `latency +23.4%`, only what moved; what stood still or is unknown says nothing. */
export function listMovements(movements: readonly Movement[]): string[] {
  return movements
    .filter(({ moved }) => moved === 'up' || moved === 'down')
    .map(({ metric, moved, change }) => {
      return `${nameMetric(metric)} ${change === undefined ? moved : formatChange(change)}`;
    });
}

/** `latency: 3.1% or more (median of 12 series), 7.9% at the worst, where 3% is allowed`. */
export function formatVisibility({ limits, metric, series, median, worst }: Visibility): string {
  const name = nameMetric(metric);
  if (series === 1) return `${name}: ${formatVisible(median, limits)}`;
  return `${name}: ${formatVisible(median)} (median of ${series} series), ${formatVisible(worst).replace(' or more', '')} at the worst${nameAllowed(limits, worst)}`;
}

/** `after: 5 failed, 1 timed out of 6; before: none of 5`; of before nothing where it was not run. */
export function formatOutcome({ before, after }: TestOutcome): string {
  const side = ({ passed, failed, timedOut, interrupted }: TestOutcome['after']): string => {
    const total = passed + failed + timedOut + interrupted;
    const bad = [failed > 0 ? `${failed} failed` : '', timedOut > 0 ? `${timedOut} timed out` : ''];
    return `${bad.filter((text) => text !== '').join(', ') || 'none failed'} of ${total}`;
  };
  const ran = before.passed + before.failed + before.timedOut + before.interrupted > 0;
  return `after: ${side(after)}${ran ? `; before: ${side(before)}` : ''}`;
}

/** Its message is a sentence and, on further lines, what it quotes: the end of an output, the place of a log. */
export function splitProblem({ message }: Problem): { sentence: string; quoted: string[] } {
  const [sentence = '', ...quoted] = message.split('\n');
  return { sentence, quoted };
}

/** Whether a quoted line is the place of a log. What else is quoted is output of a test. */
export function isLog(line: string): boolean {
  return line.startsWith('log: ');
}

const mostLines = 8;
const longestLine = 160;
const ofFailures = new Set(['failed-output', 'warm-up-not-passed']);

/** The label of the test that a problem is of. */
export function testOfProblem({ platform, test }: Problem): string | undefined {
  return test === undefined ? undefined : labelTest({ name: test, platform });
}

/**
 * The last lines that a failing test wrote after the change. They come from outside, perhaps from an artifact
 * that was made up: as many lines, and as long ones, as the runner quotes.
 */
export function listLastLines(problems: readonly Problem[], label: string): string[] {
  const quoting = problems.find((problem) => {
    return (
      ofFailures.has(problem.code) && problem.side === 'after' && testOfProblem(problem) === label
    );
  });
  if (quoting === undefined) return [];
  const { quoted } = splitProblem(quoting);
  return quoted
    .filter((line) => !isLog(line))
    .slice(-mostLines)
    .map((line) => cutPlain(line, longestLine));
}

/** The place of a problem: `upload › send, after, repeat 3`; empty when it concerns the whole run. */
export function placeProblem({ platform, test, span, side, repeat }: Problem): string {
  const names = [test, span].filter((name) => name !== undefined).join(' › ');
  const where = platform === undefined ? '' : namePlatform(platform);
  const parts = [names, where, side ?? '', repeat === undefined ? '' : `repeat ${repeat + 1}`];
  return parts.filter((part) => part !== '').join(', ');
}
