import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ThresholdRule } from '../../../src/contract/suite.ts';
import { parsePercentage, parseQuantity } from '../../../src/contract/units.ts';
import { builtInThresholds } from '../../../src/verdict/thresholds/built-in.ts';

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
