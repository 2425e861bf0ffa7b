import { expect, test } from 'vitest';
import { chartHistory } from '../../../src/report/pull-request/chart-history.ts';
import { formatAccept } from '../../../src/report/pull-request/render-accepts.ts';
import { renderConfiguration } from '../../../src/report/pull-request/render-configuration.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import { writePlain } from '../../../src/report/print-terminal.ts';
import { judgePlatforms } from '../fixtures/three-platforms.ts';
import { issues } from './fixtures/issues.ts';

const { series, spans } = judgePlatforms({ slower: { 'darwin-arm64': 1.38 } });
const regressed = series.filter(({ state }) => state === 'regressed');
const view = {
  ...{ ...issues.fresh, spans },
  series: regressed.map((one) => ({ series: one, later: [] })),
};
const named = { test: 'upload', span: 'send', metric: 'latency' };

test('an issue about one of several platforms names it, in its title and in its rows', () => {
  const { body, title } = renderIssue({ ...view, measured: series }, { marker: 'x' });
  expect(title).toContain('on macos-arm64 only');
  expect(body).toContain('`macos-arm64`');
});

test('an issue about the only platform does not', () => {
  const { body, title } = renderIssue({ ...view, measured: regressed }, { marker: 'x' });
  expect(title + body).not.toContain('macos');
});

test('an accept, a history and a threshold that changes say which platform they are of', () => {
  const platform = 'win32-x64';
  const accept = { id: 'A1', by: 'mona', because: 'new', at: '2026-11-20T00:00:00Z' };
  const accepted = formatAccept({ ...accept, series: [{ ...named, platform }] });
  const level = { commit: 'a'.repeat(40), value: 1e8, low: 0.9e8, high: 1.1e8 };
  const history = { ...named, platform, unit: 'ns', levels: [level], here: level };
  const rule = { ...named, platform, before: '5%', after: '10%' };
  const texts = [
    writePlain(accepted),
    JSON.stringify(chartHistory({ ...history, changes: [], isPaired: true })),
    JSON.stringify(
      renderConfiguration({
        state: { kind: 'superseded', by: 'b' },
        configuration: { rules: [rule], more: 0, suite: [], notes: [] },
      }),
    ),
  ];
  for (const text of texts) expect(text).toContain(' on windows-x64');
});
