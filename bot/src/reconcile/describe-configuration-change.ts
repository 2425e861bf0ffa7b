import type { GateSettings } from '../../../src/contract/gate.ts';
import type { Verdict } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import type { ConfigurationChange } from '../../../src/report/pull-request/view.ts';
import { listReductions } from '../../../src/suite/list-reductions.ts';
import { compareThresholds } from './compare-thresholds.ts';
import { type ReadConfiguration, suiteFile } from './read-configuration.ts';

/**
 * What of perigee.yml would be different once the change is merged.
 * @param verdict names the series that were measured; without one no threshold can be told
 * @param context `today` decides which mutes hold
 * @returns undefined where the change leaves the file as it is
 */
export function describeConfigurationChange(
  { base, head }: ReadConfiguration,
  verdict: Verdict | undefined,
  context: { today: string; targetBranch: string },
): ConfigurationChange | undefined {
  const nothing = { rules: [], more: 0, notes: [] };
  if (head.kind === 'none') {
    if (base.kind === 'none') return undefined;
    const note = `${suiteFile} is taken away: once this is merged, nothing is measured any more`;
    return { ...nothing, notes: [note] };
  }
  if (base.kind !== 'none' && base.text === head.text) return undefined;
  if (head.kind === 'invalid') return { ...nothing, error: head.error };
  if (base.kind === 'none') {
    const note = `${suiteFile} is new: until it is merged, it blocks nothing`;
    return { ...nothing, notes: [note] };
  }
  if (base.kind === 'invalid') {
    return { ...nothing, notes: [`${suiteFile} was not valid before, and is now`] };
  }
  return {
    ...nothing,
    ...(verdict === undefined ? {} : compareThresholds(base.suite, head.suite, verdict, context)),
    notes: [...listTestChanges(base.suite, head.suite), ...compareGates(base.suite, head.suite)],
  };
}

function listTestChanges(base: Suite, head: Suite): string[] {
  const notes = listReductions(base, head, suiteFile).map(({ message }) => message);
  if (base.name !== head.name) {
    notes.push(
      `the suite is called ${JSON.stringify(head.name)} instead of ${JSON.stringify(base.name)}: its series begin anew`,
    );
  }
  const known = new Map(base.tests.map(({ name, tags }) => [name, tags]));
  const count = (isCounted: (test: Suite['tests'][number]) => boolean): number =>
    head.tests.filter(isCounted).length;
  const added = count(({ name }) => !known.has(name));
  if (added > 0) notes.push(`${added} ${added === 1 ? 'test is' : 'tests are'} new`);
  const retagged = count(({ name, tags }) => {
    const old = known.get(name);
    return old !== undefined && old.toSorted().join('\n') !== tags.toSorted().join('\n');
  });
  if (retagged > 0) {
    const tests = retagged === 1 ? '1 test has' : `${retagged} tests have`;
    notes.push(`${tests} other tags, which choose among the thresholds`);
  }
  return notes;
}

function compareGates({ gate: base }: Suite, { gate: head }: Suite): string[] {
  const keys = ['workflow', 'paths', 'ignore', 'confirm', 'whenUndecided', 'whenMissing'] as const;
  const notes = keys.flatMap((key) => {
    const [before, after] = [tellSetting(base, key), tellSetting(head, key)];
    return before === after ? [] : [`gate.${key}: ${before} → ${after}`];
  });
  if (base.runWithinMs === head.runWithinMs) return notes;
  const minutes = (ms: number): string => `${Math.round(ms / 60_000)} min`;
  return [...notes, `gate.runWithin: ${minutes(base.runWithinMs)} → ${minutes(head.runWithinMs)}`];
}

function tellSetting(gate: GateSettings, key: keyof GateSettings): string {
  const value = gate[key];
  return value === undefined ? 'none' : JSON.stringify(value);
}
