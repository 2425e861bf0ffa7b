import { expect, test } from 'vitest';
import { createNameIndex, createPatternIndex } from '../../src/contract/name-index.ts';
import { matchesName } from '../../src/contract/name-pattern.ts';
import { annotationKey, openSpanKeys, seriesKey, spanKey } from '../../src/contract/series-key.ts';

const names = ',a,ab,aba,abb,b,ba,bab,B,é,a*b,up 1 kB,up 1 MB'.split(',');
const patterns = '*,**,a,a*,*a,ab*,a*b,*b*,b*b,x*,up*1*kB,é,,aba*'.split(',');

test.each(patterns)('names that fit %j are found as one after the other would be', (pattern) => {
  const fitting = names.filter((name) => matchesName(pattern, name));
  const found: string[] = [];
  createNameIndex(names).find(pattern, { left: 1000 }, (name) => {
    found.push(name);
    return false;
  });
  expect(found.sort()).toEqual(fitting.sort());
});

test.each(names)('patterns that %j fits are found in their order', (name) => {
  const index = createPatternIndex(patterns, (pattern) => pattern);
  expect(index.find(name)).toEqual(patterns.filter((pattern) => matchesName(pattern, name)));
});

test('a search ends when its effort is used up, and says so', () => {
  const many = Array.from({ length: 1000 }, (_, i) => `name ${i}`);
  const effort = { left: 100 };
  expect(createNameIndex(many).find('*999', effort)).toBeUndefined();
  expect(effort.left).toBeLessThan(0);
});

test('a pattern is compared with the names alone that begin as it does', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `name ${i}`);
  const effort = { left: 100 };
  expect(createNameIndex([...many, 'other 1']).find('other*', effort)).toBe('other 1');
  expect(effort.left).toBeGreaterThan(90);
});

const series = {
  test: 'upload',
  span: 'send',
  annotations: { num_files: 10, kind: 'small' },
  platform: 'linux-x64',
  metric: 'latency',
};

test('the order of annotations does not make another series', () => {
  const turned = { ...series, annotations: { kind: 'small', num_files: 10 } };
  expect(seriesKey(turned)).toBe(seriesKey(series));
});

test.each([
  ['test', { ...series, test: 'download' }],
  ['span', { ...series, span: 'receive' }],
  ['annotation', { ...series, annotations: { num_files: 11, kind: 'small' } }],
  ['platform', { ...series, platform: 'linux-arm64' }],
  ['metric', { ...series, metric: 'cpu.user' }],
])('another %s makes another series', (_what, other) => {
  expect(seriesKey(other)).not.toBe(seriesKey(series));
});

test('all metrics of a span share its key', () => {
  expect(spanKey({ ...series })).toBe(
    spanKey({ ...series, annotations: { ...series.annotations } }),
  );
  expect(seriesKey(series).startsWith(spanKey(series))).toBe(true);
});

test.each([
  [{ a: 1 }, { a: '1' }],
  [{ a: true }, { a: 'true' }],
  [{ a: 'x","b' }, { a: 'x', b: '' }],
])('annotations %j and %j are not the same', (one, other) => {
  expect(annotationKey(one)).not.toBe(annotationKey(other));
});

test('text that moves from one name to the next makes another series', () => {
  const moved = { ...series, test: 'uploads', span: 'end' };
  expect(seriesKey(moved)).not.toBe(seriesKey(series));
});

test('keys of a list are those of its spans one by one, in whatever order they come', () => {
  const { annotations } = series;
  const spans = [
    series,
    { ...series, metric: 'cpu.user' },
    { ...series, test: 'download' },
    { ...series, span: 'receive' },
    { ...series, platform: 'linux-arm64' },
    { ...series, annotations: { ...annotations } },
    { ...series, annotations: { ...annotations, num_files: 11 } },
  ];
  const pairs = spans.flatMap((one) => spans.flatMap((other) => [one, one, other]));
  const keyOf = openSpanKeys();
  expect(pairs.map(keyOf)).toEqual(pairs.map(spanKey));
});
