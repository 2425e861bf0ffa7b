import { expect, test } from 'vitest';
import { uniteObserved } from '../../../bot/src/left-out/unite-observed.ts';
import type { ObservationRecord, ObservedReads } from '../../../src/contract/documents.ts';

const readsOf = (changes: Partial<ObservedReads>): ObservedReads => ({
  ...{ paths: [], listed: [], doubts: [], seesQuestions: true },
  ...changes,
});

const record = (changes: Partial<ObservationRecord>): ObservationRecord => ({
  ...{ schema: 'perigee/observation', version: 1, commit: 'a'.repeat(40), by: ['strace'] },
  ...{ observedAt: '2026-11-21T06:00:00Z', observer: 1, tests: [], entries: [] },
  ...changes,
});

test('what any run of a commit saw counts, and each of its doubts', () => {
  const older = record({
    by: ['inotify'],
    setup: readsOf({ paths: ['Makefile'] }),
    tests: [
      { name: 'upload', reads: readsOf({ paths: ['a', 'b'], seesQuestions: false }) },
      { name: 'passed once', reads: readsOf({ listed: ['src'] }) },
    ],
    entries: [{ path: 'a', kind: 'file' }],
  });
  const newer = record({
    tests: [{ name: 'upload', reads: readsOf({ paths: ['b', 'c'], doubts: ['d'], git: '.git' }) }],
    entries: [
      { path: 'a', kind: 'file' },
      { path: 'c', kind: 'absent' },
    ],
  });
  expect(uniteObserved(older, newer)).toMatchObject({
    by: ['inotify', 'strace'],
    setup: { paths: ['Makefile'] },
    tests: [
      {
        name: 'upload',
        reads: { paths: ['a', 'b', 'c'], doubts: ['d'], git: '.git', seesQuestions: false },
      },
      { name: 'passed once', reads: { listed: ['src'] } },
    ],
    entries: [
      { path: 'a', kind: 'file' },
      { path: 'c', kind: 'absent' },
    ],
  });
  expect(uniteObserved(newer, newer)).toEqual(newer);
});

test('an observer that may have missed something adds nothing', () => {
  const older = record({ observer: 0, tests: [{ name: 'upload', reads: readsOf({}) }] });
  const newer = record({});
  expect(uniteObserved(older, newer)).toEqual(newer);
});
