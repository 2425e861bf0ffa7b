/** What InfluxDB itself, or the guard before it, refuses for good: named among the dead letters. */
import { afterEach, expect } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { initInflux } from '../../../src/store/influx/init-influx.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { prepareInflux } from '../../store/influx/influx-contract.ts';
import { expectPlainFold } from '../compare-store.ts';
import { toMessage } from '../feed.ts';
import { makeBuild, type MadeBuild } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { readMetric } from '../start-service.ts';
import { storeShard } from '../store-shard.ts';
import { type OnInflux, startOnInflux } from './start-on-influx.ts';

const { atNight, test, server } = prepareInflux();

let running: OnInflux | undefined;
afterEach(() => running?.stop());

/** However busy the machine is, no build is written before its last shard: what is refused is counted once. */
const patient = { PERIGEE_DEADLINE: '10m', PERIGEE_QUIET: '5m' };

async function start(seed: number, environment: Record<string, string> = {}) {
  console.log(`seed ${seed}`);
  const own = await startOnInflux(server(), { ...patient, ...environment });
  running = own;
  const random = createRandom(seed);
  const draw = (runId: string, repository = 'acme/sync'): MadeBuild =>
    makeBuild({ repository, runId, shards: 2, testsPerShard: 2, repeats: 5 }, random);
  const tell = async (...builds: MadeBuild[]): Promise<void> => {
    const events = builds.flatMap(({ key, records }) =>
      records.map((record) => storeShard(own.artifacts, key, record)),
    );
    await own.append(events.map(toMessage));
    await own.untilDrained();
  };
  const listReasons = async () => (await own.listLetters()).map(({ reason }) => reason);
  const readLines = async ({ key }: MadeBuild): Promise<string[]> => {
    const stored = await own.store.readBuild(key);
    return stored === undefined ? [] : listPoints(stored);
  };
  return { ...own, draw, tell, listReasons, readLines, random };
}

/** The same, with what is different of each of its measurements. */
function change(
  record: RunRecord,
  of: (profile: RunRecord['profiles'][number], index: number) => object,
): RunRecord {
  const profiles = record.profiles.map((profile, index) => ({ ...profile, ...of(profile, index) }));
  return { ...record, profiles };
}

/** As if somebody else had written a text where a number belongs, in the week of the builds. */
async function spoilField({ bucket }: OnInflux, field: string): Promise<void> {
  const target = new URLSearchParams({ org: bucket.organisation, bucket: bucket.bucket });
  const { ok } = await fetch(`${bucket.url}/api/v2/write?${target}`, {
    method: 'POST',
    headers: { authorization: `Token ${bucket.token}` },
    body: `perigee,test=other ${field}="text" ${Date.parse('2026-11-21T05:00:00Z')}000000`,
  });
  expect(ok).toBe(true);
}

atNight(
  'lines of another type than their field are found, put aside and all others written',
  async () => {
    const seed = 31;
    const { draw, tell, listReasons, readLines, random, store, service } = await start(seed);
    await spoilField(running!, 'odd');
    const builds = Array.from({ length: 12 }, (_, i) => draw(`${i}`));
    const odd = { name: 'odd', unit: 'ns', direction: 'lower', kind: 'duration' } as const;
    const scope = { source: 'suite', scope: 'process', exactness: 'exact' } as const;
    for (const build of builds.slice(0, 4)) {
      build.records = build.records.map((record) =>
        change(record, ({ spans, metrics }) => ({
          metrics: [...metrics, { ...odd, ...scope }],
          spans: spans.map((span) =>
            random() < 0.15 ? { ...span, values: { ...span.values, odd: 1 } } : span,
          ),
        })),
      );
    }
    await tell(...builds);
    let refused = 0;
    for (const build of builds.slice(0, 4)) {
      const all = foldPlainly(build.key, build.records);
      const good = all.filter((line) => !line.includes('"odd"'));
      expect(await readLines(build)).toEqual(good);
      refused += all.length - good.length;
    }
    expect(refused).toBeGreaterThan(0);
    expect(await readMetric(service.url, 'perigee_points_refused_total')).toBe(refused);
    await expectPlainFold(store, builds.slice(4));
    const reasons = await listReasons();
    expect(reasons).toHaveLength(4);
    for (const reason of reasons) expect(reason).toMatch(/^points-refused: .*field type conflict/);
    console.log(`${refused} points refused`);
  },
);

test('a build from before what the bucket keeps is put aside, and those of its batch are written', async () => {
  const { draw, tell, listReasons, readLines, store, bucket } = await start(32);
  await initInflux(bucket, { keepDays: 7_300 });
  const builds = Array.from({ length: 8 }, (_, i) => draw(`${i}`));
  const [old, ...others] = builds as [MadeBuild, ...MadeBuild[]];
  old.records = old.records.map((record) => ({ ...record, startedAt: '1995-01-01T06:00:00Z' }));
  await tell(...builds);
  await expectPlainFold(store, others);
  expect(await readLines(old)).toEqual([]);
  expect(await listReasons()).toEqual([
    expect.stringMatching(/^points-refused: .*retention policy/),
  ]);
});

atNight(
  'a suite that explodes an annotation is refused by name, and all others go on',
  async () => {
    const limits = { PERIGEE_MAX_VALUES_OF_ANNOTATION: '10', PERIGEE_MAX_SPANS: '200' };
    const { draw, tell, listReasons, readLines, store } = await start(33, limits);
    const calm = Array.from({ length: 6 }, (_, i) =>
      draw(`${i}`, i < 3 ? 'acme/web' : 'small/tool'),
    );
    const early = draw('early');
    await tell(early, ...calm.slice(0, 3));
    const wild = draw('wild');
    // Each repeat says another number, as a date or an id in an annotation would.
    wild.records = wild.records.map((record) =>
      change(record, ({ spans }, index) => ({
        spans: spans.map((span, place) =>
          place === 0 ? span : { ...span, annotations: { run_id: `${record.id}-${index}` } },
        ),
      })),
    );
    await tell(wild, ...calm.slice(3));
    const later = draw('later');
    await tell(later);
    await expectPlainFold(store, [early, later, ...calm]);
    const all = foldPlainly(wild.key, wild.records);
    const kept = await readLines(wild);
    expect(all).toEqual(expect.arrayContaining(kept));
    // What was known of the suite goes on, of what is new there are as many values as may be.
    const isNew = (line: string): boolean => line.includes('run_id');
    expect(kept.filter((line) => !isNew(line))).toEqual(all.filter((line) => !isNew(line)));
    expect(kept.filter(isNew)).toHaveLength(10);
    expect(await listReasons()).toEqual([
      expect.stringMatching(
        /^points-refused: the store refused \d+ points, .*annotation run_id of suite "sync" has more than 10 values/,
      ),
    ]);
  },
);
