import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ThresholdMatch, ThresholdRule } from '../../../src/contract/suite.ts';
import { parsePercentage, parseQuantity } from '../../../src/contract/units.ts';
import { builtInThresholds } from '../../../src/verdict/thresholds/built-in.ts';
import { explainThreshold } from '../../../src/verdict/thresholds/explain-threshold.ts';
import { findOrphanRules } from '../../../src/verdict/thresholds/find-orphan-rules.ts';
import { createResolver } from '../../../src/verdict/thresholds/resolve-threshold.ts';

const series = {
  test: 'upload',
  span: 'send',
  annotations: { files: 10_000, kind: 'small' },
  platform: 'linux-x64',
  metric: 'latency',
};
const context = { targetBranch: 'main', tagsOf: new Map([['upload', ['network']]]) };

function rule(where: string, match: ThresholdMatch, changes: Partial<ThresholdRule> = {}) {
  return { where, match, relative: 0.2, action: 'block', ...changes } satisfies ThresholdRule;
}

/** Which of the rules decides. */
function winner(...rules: ThresholdRule[]): string {
  const { rule: where } = createResolver(rules, context, '2026-06-15')(series);
  const explained = explainThreshold(series, rules, context, '2026-06-15');
  expect(explained.rule.where).toBe(where);
  return where;
}

test('without rules of the suite the built-in ones decide', () => {
  const resolve = createResolver([], context, '2026-06-15');
  expect(resolve(series)).toMatchObject({ rule: 'built-in', action: 'block', relative: 0.05 });
  expect(resolve({ ...series, metric: 'our.own' })).toMatchObject({
    action: 'block',
    relative: 0.1,
  });
  expect(resolve({ ...series, metric: 'our.own.p99' })).toMatchObject({ relative: 0.25 });
  expect(resolve({ ...series, metric: 'our.own.max' })).toMatchObject({ action: 'warn' });
});

test('any rule of the suite goes before a built-in one', () => {
  expect(winner(rule('a', { test: 'up*' }))).toBe('a');
});

test('a rule of the suite goes before a default, however loosely it matches', () => {
  const standard = rule('default', { metric: 'latency' }, { isDefault: true });
  expect(winner(rule('rule', { metric: 'lat*' }), standard)).toBe('rule');
});

test('the rule that names more wins, wherever it stands', () => {
  expect(winner(rule('a', { test: 'upload', span: 'send' }), rule('b', { test: 'upload' }))).toBe(
    'a',
  );
});

test('each annotation counts as a name', () => {
  const two = rule('a', { annotations: { files: '10000', kind: 'small' } });
  expect(winner(two, rule('b', { metric: 'latency' }))).toBe('a');
});

test('with as many names the one without a wildcard wins', () => {
  expect(winner(rule('a', { test: 'upload' }), rule('b', { test: 'up*' }))).toBe('a');
});

test('between equals the later one wins', () => {
  expect(winner(rule('a', { test: 'upload' }), rule('b', { metric: 'latency' }))).toBe('b');
});

test.each([
  [{ test: 'download' }],
  [{ span: 'receive' }],
  [{ annotations: { files: 1 } }],
  [{ annotations: { size: 1 } }],
  [{ metric: 'cpu.*' }],
  [{ branch: 'release/*' }],
  [{ platform: 'darwin-*' }],
  [{ tag: 'disk' }],
])('a rule for %o does not apply', (match) => {
  expect(winner(rule('a', match))).toBe('built-in');
});

test.each([[{ branch: 'ma*' }], [{ platform: 'linux-*' }], [{ tag: 'network' }], [{}]])(
  'a rule for %o applies',
  (match) => {
    expect(winner(rule('a', match))).toBe('a');
  },
);

test.each(['darwin-arm64', 'darwin-*', 'macos-arm64', 'macos*', 'mac*-arm64'])(
  'a rule for the platform %s applies on a Mac',
  (platform) => {
    const resolve = createResolver([rule('a', { platform })], context, '2026-06-15');
    expect(resolve({ ...series, platform: 'darwin-arm64' }).rule).toBe('a');
  },
);

test('a muted rule warns through its date and blocks from the day after', () => {
  const muted = [rule('a', { test: 'upload' }, { until: '2026-06-15', owner: 'storage' })];
  const on = (today: string) => createResolver(muted, context, today)(series);
  expect(on('2026-06-15')).toMatchObject({
    action: 'warn',
    mutedUntil: '2026-06-15',
    owner: 'storage',
  });
  expect(on('2026-06-16')).toMatchObject({ action: 'block' });
  expect(on('2026-06-16').mutedUntil).toBeUndefined();
});

test('one resolver gives every series of a build the rule that an explanation names', () => {
  const rules = [
    rule('metric', { metric: 'cpu.*' }),
    rule('platform', { platform: 'darwin-*', metric: 'latency' }),
    rule('tag', { tag: 'network' }),
    rule('span', { test: 'upload', span: 'send', metric: 'latency' }),
    rule('span of a platform', { platform: 'linux-x64', span: 'receive' }),
    rule('annotation', { test: 'upload', annotations: { files: 1 } }),
  ];
  const build = ['latency', 'cpu.total', 'memory.peak'].flatMap((metric) =>
    ['linux-x64', 'darwin-arm64'].flatMap((platform) =>
      ['upload', 'download'].flatMap((name) =>
        ['send', 'receive', 'wait'].flatMap((span) =>
          [1, 2].map((files) => ({ metric, platform, test: name, span, annotations: { files } })),
        ),
      ),
    ),
  );
  const resolve = createResolver(rules, context, '2026-06-15');
  const seen = new Set<string>();
  for (const one of [...build, ...build.toReversed()]) {
    const { threshold } = explainThreshold(one, rules, context, '2026-06-15');
    expect(resolve(one), JSON.stringify(one)).toEqual(threshold);
    seen.add(threshold.rule);
  }
  expect([...seen].sort()).toEqual([...rules.map(({ where }) => where), 'built-in'].sort());
});

test('an explanation says of every other rule why it lost', () => {
  const rules = [
    rule('a', { test: 'upload', span: 'send' }),
    rule('b', { test: 'upload' }),
    rule('c', { span: 'receive' }),
  ];
  const { others } = explainThreshold(series, rules, context, '2026-06-15');
  const because = (where: string) => others.find((other) => other.rule.where === where);
  expect(because('b')).toMatchObject({ matches: true, because: 'it names 1, the winner 2' });
  expect(because('c')).toMatchObject({ matches: false, because: 'its span does not fit' });
});

test('a rule is an orphan when nothing in the suite fits it', () => {
  const orphan = rule('a', { test: 'uplaod' });
  const rules = [
    orphan,
    rule('b', { branch: 'release/*' }),
    rule('c', { platform: 'darwin-*', test: 'upload' }),
    rule('d', { metric: 'network.sent_bytes' }),
    rule('e', { test: 'nightly soak' }),
  ];
  expect(findOrphanRules(rules, [series], context, ['upload', 'nightly soak'])).toEqual([orphan]);
});

test('a misspelt metric is an orphan', () => {
  const orphan = rule('a', { metric: 'latencyy' });
  expect(findOrphanRules([orphan], [series], context, ['upload'])).toEqual([orphan]);
});

test('a rule that may be for a test without series is no orphan, whatever else it names', () => {
  const tagsOf = new Map([...context.tagsOf, ['soak', ['long']]]);
  const rules = [rule('a', { span: 'drain' }), rule('b', { tag: 'long' })];
  const find = (more: ThresholdRule[], tests: string[]) =>
    findOrphanRules([...rules, ...more], [series], { ...context, tagsOf }, tests);
  expect(find([], ['upload', 'soak'])).toEqual([]);
  expect(find([], ['upload'])).toEqual(rules);
  const orphan = rule('c', { span: 'drain', tag: 'network' });
  expect(find([orphan], ['upload', 'soak'])).toEqual([orphan]);
});

test('of more rules and series than can be compared in a second, no rule is called an orphan', () => {
  const many = Array.from({ length: 2_500 }, (_, i) => ({ ...series, test: `upload ${i}` }));
  const rules = Array.from({ length: 2_500 }, (_, i) => rule('a', { test: `upload*${i}x` }));
  const orphans = findOrphanRules(rules, many, context, []);
  expect(orphans.length).toBeGreaterThan(0);
  expect(orphans).not.toContain(rules.at(-1));
});

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
const section = page.split('### Built-in thresholds')[1]?.split('\n#')[0] ?? '';

/** A row may name several metrics: one entry for each. */
const documented = section
  .split('\n')
  .filter((line) => line.startsWith('| `') || line.startsWith('| any other'))
  .flatMap((line) => {
    const [metrics = '', relative = '', absolute = '', action = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    const names = metrics === 'any other' ? ['*'] : metrics.replaceAll('`', '').split(', ');
    return names.map((metric) => ({
      metric,
      relative: parsePercentage(relative),
      absolute: absolute === 'none' ? undefined : parseQuantity(absolute.replaceAll(',', '')),
      action,
    }));
  });

function describeRule({ match, relative, absolute, action }: ThresholdRule) {
  return { metric: match.metric, relative, absolute, action };
}

const byMetric = (a: { metric?: string | undefined }, b: { metric?: string | undefined }) =>
  (a.metric ?? '') < (b.metric ?? '') ? -1 : 1;

test('the table of built-in thresholds in docs/configuration.md is the one that is built in', () => {
  expect(documented.toSorted(byMetric)).toEqual(
    builtInThresholds.map(describeRule).toSorted(byMetric),
  );
});
