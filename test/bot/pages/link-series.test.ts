import { expect, test } from 'vitest';
import { linkSeries } from '../../../bot/src/pages/link-series.ts';
import { seriesId } from '../../../src/web/api/series-id.ts';

const series = {
  ...{ test: 'upload', span: 'send', annotations: { files: 10 }, platform: 'linux-x64' },
  metric: 'latency',
};
const of = { repository: 'acme/sync', suite: 'sync', series };

test('a series has its address on the dashboard, with the build that a reader comes from', () => {
  const link = linkSeries('https://perigee.example.org');
  const id = seriesId('sync', series);
  const address = `https://perigee.example.org/series?repository=acme/sync&id=${id}`;
  expect(link({ ...of, run: '9120081' })).toBe(`${address}&run=9120081`);
  expect(link(of)).toBe(address);
});

test('without a dashboard there is none', () => {
  expect(linkSeries(undefined)(of)).toBeUndefined();
});
