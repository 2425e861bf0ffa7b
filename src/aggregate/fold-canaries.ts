import type { CanarySamples, Profile, RunRecord } from '../contract/documents.ts';

/** One entry for each canary beside each test, as series are: a place for every pair, null where it was not measured. */
export function foldCanaries(records: readonly RunRecord[]): CanarySamples[] {
  return records.flatMap(({ host, profiles, shard }) =>
    [...Map.groupBy(profiles, ({ test }) => test)].flatMap(([test, own]) =>
      foldTest({ shard: shard.index, host: host.fingerprint, test }, own),
    ),
  );
}

function foldTest(
  place: Pick<CanarySamples, 'shard' | 'host' | 'test'>,
  profiles: readonly Profile[],
): CanarySamples[] {
  const pairs = profiles.reduce((most, { repeat }) => Math.max(most, repeat + 1), 0);
  const found = new Map<string, CanarySamples>();
  for (const { canaries = {}, repeat, side } of profiles) {
    for (const [canary, ns] of Object.entries(canaries)) {
      let samples = found.get(canary);
      if (samples === undefined) {
        const [before, after] = [none(pairs), none(pairs)];
        found.set(canary, (samples = { ...place, canary, before, after }));
      }
      samples[side][repeat] ??= ns;
    }
  }
  return [...found.values()];
}

function none(pairs: number): (number | null)[] {
  return new Array<number | null>(pairs).fill(null);
}
