import { countThings } from '../../../src/contract/count-things.ts';
import { hasPlatforms } from '../../../src/contract/compare-platforms.ts';
import type { Verdict, ThresholdUsed } from '../../../src/contract/documents.ts';
import type { GateSettings } from '../../../src/contract/gate.ts';
import { findRuledNames, findTest } from '../../../src/contract/renames.ts';
import type { Suite, SuiteTest } from '../../../src/contract/suite.ts';
import { formatNumber, formatQuantity, type Unit } from '../../../src/contract/units.ts';
import type { ConfigurationChange } from '../../../src/report/pull-request/view.ts';
import { describeSuiteChanges } from '../../../src/suite/list-suite-changes.ts';
import { contextOfTests } from '../../../src/verdict/thresholds/match-rule.ts';
import { createResolver } from '../../../src/verdict/thresholds/resolve-threshold.ts';
import {
  isSameFile,
  isUntouched,
  type ReadConfiguration,
  suiteFile,
} from '../change/read-configuration.ts';

/**
 * The effect on perigee.yml once the change is merged. Only what the change itself changes counts: later changes of the
 * base branch stay as they are there.
 * @param verdict names the series that were measured; without one no threshold is known
 * @param context `today` decides which mutes hold
 * @returns undefined where the change leaves the file as it is
 */
export function describeConfigurationChange(
  { base, head, start }: Pick<ReadConfiguration, 'base' | 'head' | 'start'>,
  verdict: Verdict | undefined,
  context: { today: string; targetBranch: string },
): ConfigurationChange | undefined {
  const nothing = { rules: [], more: 0, suite: [], notes: [] };
  if (isSameFile(base, head) || isUntouched({ head, start })) return undefined;
  if (head.kind === 'none') {
    const note = `${suiteFile} is removed: after the merge nothing is measured any more`;
    return { ...nothing, notes: [note] };
  }
  if (head.kind === 'invalid') return { ...nothing, error: head.error };
  if (base.kind === 'none') {
    const note = `${suiteFile} is new: until it is merged, it blocks nothing`;
    return { ...nothing, notes: [note] };
  }
  if (base.kind === 'invalid') {
    return { ...nothing, notes: [`${suiteFile} was not valid before, and is now`] };
  }
  const suites: Suites = {
    ...{ base: base.suite, head: head.suite },
    start: start.kind === 'valid' ? start.suite : base.suite,
  };
  return {
    ...nothing,
    ...(verdict === undefined ? {} : compareThresholds(suites, verdict, context)),
    suite: describeSuiteChanges(suites.start, suites.head, suiteFile).map(({ message }) => message),
    notes: [...listTestChanges(suites), ...compareGates(suites)],
  };
}

function listTestChanges({ base, head, start }: Suites): string[] {
  const notes: string[] = [];
  if (head.name !== start.name && head.name !== base.name) {
    notes.push(
      `the suite is called ${JSON.stringify(head.name)} instead of ${JSON.stringify(base.name)}: its series start a new history`,
    );
  }
  const [ofBase, ofStart] = [base, start].map(
    ({ tests }) => new Map(tests.map((test) => [test.name, test])),
  ) as [Map<string, SuiteTest>, Map<string, SuiteTest>];
  const own = head.tests.map((test) => ({
    tags: tagsOf(test),
    inBase: tagsOf(findTest(ofBase, test)),
    inStart: tagsOf(findTest(ofStart, test)),
  }));
  const added = own.filter(({ inBase, inStart }) => (inBase ?? inStart) === undefined).length;
  if (added > 0) notes.push(`${countThings(added, 'test is', 'tests are')} new`);
  const retagged = own.filter(
    ({ inBase, inStart, tags }) => inBase !== undefined && inBase !== tags && inStart !== tags,
  ).length;
  if (retagged > 0) {
    const tests = retagged === 1 ? '1 test has' : `${retagged} tests have`;
    notes.push(`${tests} other tags, which choose among the thresholds`);
  }
  return notes;
}

function tagsOf(test: SuiteTest | undefined): string | undefined {
  return test?.tags.toSorted().join('\n');
}

function compareGates({ base, head, start }: Suites): string[] {
  const keys = [
    ...([
      'workflow',
      'pipeline',
      'paths',
      'ignore',
      'confirm',
      'whenUndecided',
      'whenBusy',
      'whenNotSeen',
      'whenSuiteChanged',
      'whenMissing',
    ] as const),
    'runWithinMs' as const,
  ];
  return keys.flatMap((key) => {
    const [before, after] = [formatSetting(base.gate, key), formatSetting(head.gate, key)];
    if (before === after || formatSetting(start.gate, key) === after) return [];
    return [`gate.${key === 'runWithinMs' ? 'runWithin' : key}: ${before} → ${after}`];
  });
}

function formatSetting(gate: GateSettings, key: keyof GateSettings): string {
  if (key === 'runWithinMs') return `${Math.round(gate.runWithinMs / 60_000)} min`;
  const value = gate[key];
  if (value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const mostListed = 200;

/** One perigee.yml of a change: as it counts now, as the change has it, and where the change began. */
interface Suites {
  base: Suite;
  head: Suite;
  start: Suite;
}

/**
 * Which threshold would be another one, for which of the series that were measured. One that only the base
 * branch changed is not listed: merging leaves it as it is there.
 * @param today YYYY-MM-DD (UTC); decides which mutes hold
 */
function compareThresholds(
  { base, head, start }: Suites,
  verdict: Verdict,
  { today, targetBranch }: { today: string; targetBranch: string },
): Pick<ConfigurationChange, 'rules' | 'more'> {
  const units = new Map(verdict.metrics.map(({ name, unit }) => [name, unit]));
  const resolverOf = ({ tests, thresholds }: Suite) => {
    const byName = new Map(tests.map((test) => [test.name, test]));
    const spansOfRules = new Set(thresholds.flatMap(({ match: { span } }) => span ?? []));
    const named = head.tests.flatMap((test) => {
      const own = findTest(byName, test);
      if (own === undefined) return [];
      return [{ ...own, name: test.name, ruledAs: findRuledNames(own, test, spansOfRules) }];
    });
    return createResolver(thresholds, { ...contextOfTests(named), targetBranch }, today);
  };
  const resolveBase = resolverOf(base);
  const resolveHead = resolverOf(head);
  const resolveStart = resolverOf(start);
  const rules: ConfigurationChange['rules'][number][] = [];
  let more = 0;
  const isOfSeveral = hasPlatforms(verdict);
  for (const series of verdict.series) {
    const { test, span, metric } = series;
    const unit = units.get(metric) ?? 'count';
    const before = describeThreshold(resolveBase(series), unit);
    const after = describeThreshold(resolveHead(series), unit);
    if (before === after || describeThreshold(resolveStart(series), unit) === after) continue;
    const named = { test, span, metric, ...(isOfSeveral && { platform: series.platform }) };
    if (rules.length < mostListed) rules.push({ ...named, before, after });
    else more += 1;
  }
  return { rules, more };
}

/** `3% and 2 ms, blocks`; equal where the same is asked for. */
function describeThreshold(threshold: ThresholdUsed, unit: Unit): string {
  const { action, better, certainty, mutedUntil } = threshold;
  const surely = certainty === 'sure' ? 'surely ' : '';
  const muted = mutedUntil === undefined ? '' : ` until ${mutedUntil}`;
  const gain = better === undefined ? '' : `, improved from ${formatLimits(better, unit)}`;
  return `${surely}${formatLimits(threshold, unit)}, ${action === 'block' ? 'blocks' : 'warns'}${muted}${gain}`;
}

function formatLimits({ absolute, relative }: NonNullable<ThresholdUsed['better']>, unit: Unit) {
  return [
    ...(relative === undefined ? [] : [`${formatNumber(relative * 100)}%`]),
    ...(absolute === undefined ? [] : [formatQuantity(absolute, unit)]),
  ].join(' and ');
}
