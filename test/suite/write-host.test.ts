import { expect, test } from 'vitest';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { type MeasuredSetting, writeHost } from '../../src/suite/write-host.ts';

const suite = 'version: 1\nsuite: s\ntests:\n  - { name: a, command: [a] } # the test\n';
const settings: MeasuredSetting[] = [
  { setting: { cpus: 'one' }, figure: 'varies by 11% → 3.2% in 25 pairs' },
  { setting: { stop: ['updatedb', 'tracker-*'] }, figure: 'varies by 9% → 5%' },
];
const write = (text: string): string => writeHost(text, settings);

test('a file without host gets it at its end, with the figures as comments', () => {
  expect(write(suite)).toBe(`${suite}
host:
  # varies by 11% → 3.2% in 25 pairs
  cpus: one
  # varies by 9% → 5%
  stop:
    - updatedb
    - tracker-*
`);
  expect(parseSuite(write(suite), 'perigee.yml').host).toEqual({
    cpus: 'one',
    stop: ['updatedb', 'tracker-*'],
  });
});

test('settings that are there stay, and a key that is measured again gets its new value', () => {
  const host = 'host:\n  cpus: leave-one # old\n  # by hand\n  swap: avoid\n';
  expect(write(`${suite}${host}repeats: 6\n`)).toBe(`${suite}host:
  # by hand
  swap: avoid
  # varies by 11% → 3.2% in 25 pairs
  cpus: one
  # varies by 9% → 5%
  stop:
    - updatedb
    - tracker-*
repeats: 6
`);
});

test.each(['host: &own\n  cpus: one\n', '? host\n: cpus: one\n'])(
  'what cannot be edited is to be written by hand: %j',
  (host) => {
    expect(() => write(`${suite}${host}`)).toThrow(
      /cannot be written[^]*by hand:\nhost:\n {2}cpus/,
    );
  },
);
