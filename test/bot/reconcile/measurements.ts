/** Run records as the action of a commit leaves them, planned from the perigee.yml that the commit has. */
import type { Profile, RunRecord, Side } from '../../../src/contract/documents.ts';
import { wholeTestSpan } from '../../../src/contract/execution.ts';
import { planShard } from '../../../src/suite/shards/plan-shard.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { selectTests } from '../../../src/suite/select-tests.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';

export interface SuiteText {
  tests?: readonly string[];
  /** How much worse latency may get, in percent. */
  worse?: number;
  more?: string;
  /** `repeats` and `maxRepeats`. */
  pairs?: readonly [number, number];
}

export function writeSuite({
  tests = ['upload'],
  worse = 5,
  pairs = [5, 5],
  more = '',
}: SuiteText = {}): string {
  return [
    'version: 1',
    'suite: sync',
    `repeats: ${pairs[0]}`,
    `maxRepeats: ${pairs[1]}`,
    'tests:',
    ...tests.map((name) => `  - { name: ${name}, command: [node, ${name}.mjs] }`),
    'thresholds:',
    `  defaults: { latency: { worse: ${worse}% } }`,
    more,
    '',
  ].join('\n');
}

export interface Measured {
  /** The perigee.yml of the head. */
  suiteText: string;
  before: string;
  after: string;
  shard: RunRecord['shard'];
  /** Test → after against before; 1 is unchanged, for those that are not named. */
  factors?: Readonly<Record<string, number>>;
  /** Tests that fail on the base. */
  failing?: readonly string[];
}

/** One shard's record: five pairs of each of its tests, with a little noise that is always the same. */
export function measure(measured: Measured): RunRecord {
  const { after, before, factors = {}, failing = [], shard, suiteText } = measured;
  const suite = parseSuite(suiteText, 'perigee.yml');
  const tests = selectTests(suite, { when: 'commit' });
  const choice = shard.total === 1 ? undefined : shard;
  const planned = planShard(tests, suite.shards, choice, shard.attempt);
  const profiles = planned.tests.flatMap(({ name }) =>
    measureTest(name, factors[name] ?? 1).map((profile) =>
      profile.side === 'before' && failing.includes(name) ? failed(profile) : profile,
    ),
  );
  const record = makeRecord(profiles, {
    id: `run-${after.slice(0, 8)}-${shard.index}-${shard.attempt}`,
    suite: suite.name,
    shard,
    before: { commit: before, label: 'main' },
    after: { commit: after, label: 'change' },
    tests: planned.tests.map(({ name, tags }) => ({ name, tags: [...tags] })),
  });
  return { ...record, plan: { ...record.plan, digest: planned.planDigest } };
}

function measureTest(test: string, factor: number): Profile[] {
  return [0, 1, 2, 3, 4].flatMap((repeat) => {
    const value = 10e6 * (1 + 0.002 * repeat);
    const after = value * factor * (1 + 0.001 * ((repeat * 3) % 5));
    return [makeWhole(test, 'before', repeat, value), makeWhole(test, 'after', repeat, after)];
  });
}

function makeWhole(test: string, side: Side, repeat: number, latency: number): Profile {
  const whole = { span: wholeTestSpan, annotations: {}, occurrences: 1, values: { latency } };
  return makeProfile(side, repeat, latency, { test, spans: [whole] });
}

function failed(profile: Profile): Profile {
  return { ...profile, outcome: { status: 'failed', exitCode: 1 }, spans: [], metrics: [] };
}
