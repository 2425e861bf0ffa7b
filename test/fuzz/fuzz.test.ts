import { afterAll, describe, expect, test } from 'vitest';
import { entries } from './entries.ts';
import { closeReaders } from './entries/readers.ts';
import { describeEntry, expectThat } from './entry.ts';
import { bounds, fuzz } from './measure.ts';

/** `npx node bench/fuzz.ts` sends a hundred thousand, by another seed each time. */
const seed = Number(process.env['PERIGEE_FUZZ_SEED'] ?? 20_261_122);
const inputs = Number(process.env['PERIGEE_FUZZ_INPUTS'] ?? 250);

afterAll(closeReaders);

test('no two entry points have the same name', () => {
  expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
});

test.each(entries)(
  `$name: nothing crashes it, gets through it or keeps it busy (seed ${seed})`,
  async (entry) => {
    const { faults } = await fuzz(entry, seed, Math.ceil(inputs * entry.share));
    expect(faults.map((fault) => `seed ${fault.seed}: ${fault.what}\n${fault.input}`)).toEqual([]);
  },
);

/** Each was a fault once: 100,000 inputs find what the 250 of every run do not. */
const foundOnce: [entry: string, seed: number][] = [
  ['environment of a job', 477_115_762],
  ['environment of a job', 477_135_479],
  ['names of pipelines and clones', 477_127_266],
  ['long text in Markdown', 477_113_342],
  ['command in a comment', 477_184_916],
  ['verdict in the terminal', 477_112_066],
  ['page of a comment', 477_120_256],
  ['page of a comment', 477_139_242],
];

test.each(foundOnce)('%s: what was a fault once is none any more (seed %i)', async (name, seed) => {
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`no entry point is called ${name}`);
  const { faults } = await fuzz(entry, seed, 1);
  expect(faults).toEqual([]);
});

describe('an entry point', () => {
  const hold = (run: (input: number) => void | Promise<void>) =>
    fuzz(describeEntry({ name: 'broken', draw: () => 1, run, refusals: [RangeError] }), 1, 1);

  test('may refuse, with the errors that it names', async () => {
    const { faults, inputs: sent } = await hold(() => {
      throw new RangeError('too large');
    });
    expect([faults, sent]).toEqual([[], 1]);
  });

  test.each<[string, (input: number) => void | Promise<void>, RegExp]>([
    [
      'that throws any other error',
      () => {
        decodeURIComponent('%');
      },
      /URIError/,
    ],
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
    const { faults } = await hold(run);
    expect(faults.at(0)?.seed).toBe(1);
    expect(faults.at(0)?.what).toMatch(fault);
  });
});
