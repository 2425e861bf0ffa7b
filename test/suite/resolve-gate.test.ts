import { expect, test } from 'vitest';
import { defaultGate } from '../../src/contract/gate.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';

const suite = 'version: 1\nsuite: s\ntests: [{ name: t, command: [go] }]\n';
const readGate = (text: string) => parseSuite(`${suite}${text}`, 'perigee.yml').gate;

test('a file without the section has the defaults: confirm, and block what was not measured', () => {
  expect(readGate('')).toEqual(defaultGate);
  expect(readGate('gate: {}')).toEqual(defaultGate);
  expect(defaultGate).toEqual({
    workflow: '.github/workflows/perigee.yml',
    ignore: [],
    runWithinMs: 900_000,
    confirm: true,
    whenUndecided: 'pass',
    whenBusy: 'undecided',
    whenNotSeen: {},
    whenSuiteChanged: 'note',
    whenMissing: 'block',
  });
});

test('what the section says replaces the default of that key alone', () => {
  expect(readGate('gate: { runWithin: 1.5h, paths: [src/**] }')).toEqual({
    ...defaultGate,
    runWithinMs: 5_400_000,
    paths: ['src/**'],
  });
  expect(
    readGate(
      'gate: { workflow: .github/workflows/b.yaml, confirm: false, whenUndecided: block, whenBusy: pass, whenSuiteChanged: block, whenMissing: pass, ignore: [a] }',
    ),
  ).toEqual({
    workflow: '.github/workflows/b.yaml',
    ignore: ['a'],
    runWithinMs: 900_000,
    confirm: false,
    whenUndecided: 'block',
    whenBusy: 'pass',
    whenNotSeen: {},
    whenSuiteChanged: 'block',
    whenMissing: 'pass',
  });
});

test.each([
  ['pass', {}],
  ['note', { note: 0 }],
  ['block', { block: 0 }],
  ['{ block: 20% }', { block: 0.2 }],
  ['{ note: 2.5%, block: 100% }', { note: 0.025, block: 1 }],
])('whenNotSeen: %s', (text, setting) => {
  expect(readGate(`gate: { whenNotSeen: ${text} }`).whenNotSeen).toEqual(setting);
});

test('the shortest and the longest wait may be written', () => {
  expect(readGate('gate: { runWithin: 60s }').runWithinMs).toBe(60_000);
  expect(readGate('gate: { runWithin: 24h }').runWithinMs).toBe(86_400_000);
});
