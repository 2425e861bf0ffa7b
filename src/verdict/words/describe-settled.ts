import { formatQuantity } from '../../contract/units.ts';
import { fewestRepeats, type Settled } from '../rule/settle.ts';
import { describeAllowed } from './describe-threshold.ts';
import { sayChange } from './say-change.ts';

/** Why a series that needed no test is in its state, in a sentence. */
export function describeSettled({ subject, state, why }: Settled): string {
  switch (why) {
    case 'alone':
      return 'measured only: there is no baseline to compare with';
    case 'no-values':
      return 'neither side has a value';
    case 'before-missing':
      return 'new: before has no value to compare with';
    case 'before-never-passed':
      return 'nothing to compare with: its test is planned before the change too and never passed there';
    case 'before-lost':
      return 'nothing to compare with: before ran and left no value of this metric';
    case 'after-missing':
      return 'vanished: before has values and after has none';
    case 'too-few': {
      const has = Math.min(subject.before.length, subject.after.length);
      return `needs at least ${fewestRepeats} repeats on each side, has ${has}`;
    }
    case 'below-absolute':
      return `all values of both sides lie within ${describeAbsolute(subject)} of each other`;
    case 'exact':
      return describeExact(subject, state);
  }
}

function describeAbsolute({ metric, threshold }: Settled['subject']): string {
  return formatQuantity(threshold.absolute ?? 0, metric.unit);
}

function describeExact(subject: Settled['subject'], state: Settled['state']) {
  const from = subject.before[0] as number;
  const to = subject.after[0] as number;
  const unit = subject.metric.unit;
  if (from === to) return `exactly ${formatQuantity(from, unit)} in every repeat of both sides`;
  const allowed = describeAllowed(subject.threshold, subject.metric, from);
  const change = from === 0 ? '' : `, ${sayChange(to / from - 1)}`;
  const values = `exactly ${formatQuantity(from, unit)} in every repeat before and ${formatQuantity(to, unit)} after${change}`;
  if (state === 'regressed') return `${values}; worse by more than the ${allowed} allowed`;
  if (state === 'improved') return `${values}; better by more than ${allowed}`;
  return `${values}; within the ${allowed} allowed`;
}
