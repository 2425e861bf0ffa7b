import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { concludeTrials, type Trial } from '../../src/cli/commands/try-interventions.ts';
import { readTrials } from '../../src/cli/host-trials.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { compareSpreads } from '../../src/variability/compare-spreads.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';
import { makeFolder } from '../make-folder.ts';

let root = '';
let file = '';
beforeEach(() => {
  root = makeFolder();
  mkdirSync(join(root, '.perigee'));
  file = join(root, 'perigee.yml');
  writeFileSync(file, 'version: 1\nsuite: s\ntests:\n  - { name: upload, command: [a] }\n');
});

/** Sixteen pairs: without the setting two of five runs take a tenth as long, or twice as long. */
function makeTrial(noise: number): Trial {
  const latencyNs = (pair: number, share: number): number =>
    5e8 * (1 + share * ([0, 0.9, 0, -0.9, 0][pair % 5] ?? 0)) + pair;
  const profiles = Array.from({ length: 16 }, (_, pair) => [
    makeProfile('before', pair, latencyNs(pair, 1)),
    makeProfile('after', pair, latencyNs(pair, noise)),
  ]);
  return {
    ...{ name: 'one CPU', setting: { cpus: 'one' } },
    changes: compareSpreads(makeRecord(profiles.flat())),
  };
}

test('what helps is written with its figure, where the file is read again', async () => {
  const said = await concludeTrials([makeTrial(0.01)], root, file, { write: true });
  expect(said).toEqual({
    conclusion: 'Of 1 tried, 1 made runs more alike: cpus: one.',
    written: 'wrote cpus under host: in perigee.yml\n',
  });
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(
    /^host:\n {2}# upload › work, Latency: varies by \d.*% → .*% in 16 pairs\n {2}cpus: one$/m,
  );
  expect(parseSuite(text, 'perigee.yml').host).toEqual({ cpus: 'one' });
  expect(readTrials(root)).toMatchObject([{ setting: 'cpus: one', helps: true }]);
});

test('what helps is only told where nothing is to be written', async () => {
  const before = readFileSync(file, 'utf8');
  const said = await concludeTrials([makeTrial(0.01)], root, file, {});
  expect(said).toEqual({
    conclusion: 'Of 1 tried, 1 made runs more alike: cpus: one; --write puts it into perigee.yml.',
    written: '',
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('what helps nothing is not written, and kept for the advice', async () => {
  const before = readFileSync(file, 'utf8');
  const said = await concludeTrials([makeTrial(1)], root, file, { write: true });
  expect(said.conclusion).toMatch(/^Of 1 tried, none was shown to make runs more alike;/);
  expect(said.written).toContain('nothing was shown to help');
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(readTrials(root)).toMatchObject([{ setting: 'cpus: one', helps: false }]);
});
