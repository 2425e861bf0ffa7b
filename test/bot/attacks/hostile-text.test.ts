import { expect, test } from 'vitest';
import type { Profile, RunRecord } from '../../../src/contract/documents.ts';
import { writeSuite } from '../reconcile/measurements.ts';
import { pushCommit } from '../servers/fake/history.ts';
import {
  checkOf,
  endMeasuring,
  measureChange,
  openChange,
  recordOf,
  reportMarker,
  reportsOf,
  startMeasuring,
  upload,
} from './act-on-github.ts';
import { expectHonestGate, expectSoon, useStage } from './start-stage.ts';

const stage = useStage(2);
const slow = { upload: 1.3 };
const hostile =
  '--> <!-- perigee --> @acme/all | `x`` <img src=x onerror=y> #1 [a](//evil) \u202etxt\u202c';

/** What stands outside of code is ours. */
function withoutCode(text: string): string {
  return text.replaceAll(/(`+)(?!`).*?[^`]\1(?!`)/gs, '');
}

function poison(record: RunRecord): RunRecord {
  const change = (profile: Profile): Profile => ({
    ...profile,
    spans: profile.spans.map((span) => ({
      ...span,
      ...{ span: `${hostile} span`, annotations: { kind: hostile } },
    })),
  });
  return { ...record, profiles: record.profiles.map(change) };
}

test.concurrent('names of tests, spans and annotations that would break out of the report stay names', async () => {
  const place = stage().take();
  const suite = writeSuite({ more: 'gate: { confirm: false }' })
    .replace('name: upload', `name: ${JSON.stringify(hostile)}`)
    .replace('[node, upload.mjs]', '[node, "<b>@acme</b>"]');
  pushCommit(place.state, place.repository, 'main', { files: { 'perigee.yml': suite } });
  const pull = await openChange(place, 'poisoned');
  const run = await startMeasuring(place, pull);
  await upload(place, run, poison(recordOf(place, run, { factors: { [hostile]: 1.3 } })));
  await endMeasuring(place, run);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  const check = checkOf(place, pull.head.commit);
  const [report = ''] = reportsOf(place, pull.number);
  expect(report).toContain('❌');
  const directions = /[\u202a-\u202e\u2066-\u2069]/;
  // GitHub shows a title as the text that it is.
  expect(check?.title).not.toMatch(directions);
  for (const text of [report, check?.summary ?? '', check?.text ?? '']) {
    expect(text).not.toMatch(directions);
    expect(withoutCode(text)).not.toMatch(/@acme|<img|<b>|#1\b|\]\(\/\/evil/);
  }
  expect(withoutCode(report).split(reportMarker)).toHaveLength(2);
  // The same figures again find their comment by its marker: there is no second one.
  await measureChange(place, pull, { [hostile]: 1.3 });
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  expect(reportsOf(place, pull.number)).toHaveLength(1);
});

test.concurrent('a suite name and a branch name with markup in them are told as names', async () => {
  const place = stage().take();
  const name = '<img src=x>@acme/all | x';
  const suite = writeSuite({ more: 'gate: { confirm: false }' });
  const renamed = suite.replace('suite: sync', `suite: ${JSON.stringify(name)}`);
  const files = { 'perigee.yml': renamed };
  const pull = await openChange(place, '@acme/<img>|x', { files });
  const run = await startMeasuring(place, pull);
  await upload(place, run, recordOf(place, run, { factors: slow }));
  await endMeasuring(place, run);
  await expectSoon(() => checkOf(place, pull.head.commit)?.status, 'completed');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  expect(withoutCode(reportsOf(place, pull.number)[0] ?? '')).not.toMatch(/@acme|<img/);
  await expectHonestGate(place);
});
