import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { actionEntries } from './entries/action.ts';
import { adapterEntries } from './entries/adapters.ts';
import { artifactEntries } from './entries/artifacts.ts';
import { botEntries } from './entries/bot.ts';
import { documentEntries } from './entries/documents.ts';
import { peopleEntries } from './entries/people.ts';
import { renderingEntries } from './entries/rendering.ts';
import { reportEntries } from './entries/reports.ts';
import { seriesEntries } from './entries/series.ts';
import { closeReaders, suiteEntries } from './entries/suite.ts';
import { bounds, describeEntry, expectThat } from './entry.ts';
import { countTrials } from '../nightly.ts';

/**
 * `PERIGEE_FUZZ_INPUTS=100000 PERIGEE_FUZZ_SEED=$RANDOM npx vitest run test/fuzz --testTimeout=0` sends many more,
 * and others; `-t NAME` to one entry point.
 */
const seed = Number(process.env['PERIGEE_FUZZ_SEED'] ?? 20_261_122);
const inputs = Number(
  process.env['PERIGEE_FUZZ_INPUTS'] ?? countTrials({ byNight: 250, byDay: 12 }),
);

/** Every place of docs/threat-model.md that a function can be called at. */
const entries = [
  ...[suiteEntries, documentEntries, artifactEntries, botEntries, peopleEntries],
  ...[renderingEntries, reportEntries, seriesEntries, actionEntries, adapterEntries],
].flat();

afterAll(closeReaders);

test('no two entry points have the same name', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
});

test.each(entries)(
  `$name: nothing crashes it, gets through it or keeps it busy (seed ${seed})`,
  (entry) => entry.check(seed, inputs),
);

describe('an entry point', () => {
  const hold = (run: () => void | Promise<void>) =>
    describeEntry({ name: 'broken', input: fc.constant(1), run, refusals: [RangeError] }).check(
      7,
      1,
    );

  test('may refuse, with the errors that it names', async () => {
    await hold(() => {
      throw new RangeError('too large');
    });
  });

  test.each<[string, () => void | Promise<void>, RegExp]>([
    ['that throws any other error', () => void decodeURIComponent('%'), /URIError/],
    ['whose answer does harm', () => expectThat(false, 'a link got through'), /a link got through/],
    [
      'that refuses in a megabyte of words',
      () => {
        throw new RangeError('x'.repeat(2 ** 20));
      },
      /1048576 characters/,
    ],
    [
      'that takes too long',
      () => {
        const end = process.threadCpuUsage().user + 1200 * bounds.cpuMs;
        while (process.threadCpuUsage().user < end);
      },
      /ms of CPU/,
    ],
    [
      'that takes too much memory',
      async () => void Buffer.alloc(1.2 * bounds.bytes),
      /MiB of memory/,
    ],
  ])('%s fails, with the seed of the input', async (_what, run, fault) => {
    const failure = expect(hold(run)).rejects;
    await failure.toThrow(fault);
    await failure.toThrow('seed: 7');
  });
});
