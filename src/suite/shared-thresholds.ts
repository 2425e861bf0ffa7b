import { posix, win32 } from 'node:path';
import { LineCounter } from 'yaml';
import type { Config, Thresholds } from '../contract/documents.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { listSchemaErrors } from '../contract/validate.ts';
import { checkLimit } from './check-limit.ts';
import { checkRule, checkSameMatches } from './check-rules.ts';
import { describeProblems } from './describe-problems.ts';
import { describeSchemaErrors } from './describe-schema-errors.ts';
import type { KnownMetrics } from './known-metrics.ts';
import { childPointer, namePlaces, offsetOfSpot, type Spot, type SuiteProblem } from './places.ts';
import { readPlainYaml, readYaml } from './read-yaml.ts';
import { resolveThresholds } from './resolve-thresholds.ts';
import { formatText } from './format-value.ts';

/**
 * The file of shared thresholds that a perigee.yml names.
 * @param file path of the perigee.yml
 * @returns from where `file` is named; undefined where it names none. One outside of a repository begins with `../`
 */
export function findShared(text: string, file: string): string | undefined {
  if (!mayShare(text)) return undefined;
  const config = readPlainYaml(text) as { thresholds?: { from?: unknown } } | null | undefined;
  const from = config?.thresholds?.from;
  return typeof from === 'string' && plainPath.test(from) ? nameShared(from, file) : undefined;
}

/** A path of a YAML file, as all systems and git read it the same. */
const plainPath = /^(?:[^/\\:*?"<>|\p{Cc}]+\/)*[^/\\:*?"<>|\p{Cc}]+\.ya?ml$/u;

/** Whether it is worth parsing the text for that. */
export function mayShare(text: string): boolean {
  return /\bfrom\b/.test(text);
}

export function nameShared(from: string, file: string): string {
  // A path of Windows has a drive; one inside a repository never has.
  const { dirname, join } = /^[a-z]:\\/i.test(file) ? win32 : posix;
  return join(dirname(file), from);
}

/** Checks `from` itself, given the text of the file. */
export function checkFrom(from: string, file: string, text: string | undefined): SuiteProblem[] {
  const at = '/thresholds/from';
  if (!posix.isAbsolute(from) && !plainPath.test(from)) {
    const seen = `${formatText(from)} is no path of a YAML file`;
    return [
      { at, seen, expected: 'folders and a name that ends with .yml, e.g. ../thresholds.yml' },
    ];
  }
  const expected = 'a file of this repository, from the folder of this one, e.g. ../thresholds.yml';
  if (
    posix.isAbsolute(from) ||
    (!posix.isAbsolute(file) && /^\.\.(?:\/|$)/.test(nameShared(from, file)))
  ) {
    return [{ at, seen: `${formatText(from)} leads out of the repository`, expected }];
  }
  return text === undefined ? [{ at, seen: `there is no file ${formatText(from)}`, expected }] : [];
}

/** A suite that has nothing but thresholds, so that the schema of perigee.yml reads them. */
const bare = { version: 1, suite: 'any', tests: [{ name: 'any', command: ['any'] }] } as const;

/**
 * The rules of a file that several suites share. It may name tests and numbers that only some of them have.
 * @param file names it in errors and rules
 * @throws UserError with all that is wrong, each with line and column
 */
export function parseShared(text: string, file: string, known: KnownMetrics): ThresholdRule[] {
  const lineCounter = new LineCounter();
  const where = namePlaces(file, lineCounter);
  const { value, places, problems, unreadable } = readYaml(text, lineCounter);
  const isEmpty = text.trim() === '';
  const found =
    unreadable && !isEmpty
      ? problems
      : [...(isEmpty ? [] : problems), ...checkShared(value, known)];
  if (found.length > 0) throw describeProblems(found, places, where);
  const whereOf = (at: Spot): string => where(offsetOfSpot(places, at));
  const { thresholds } = value as { thresholds: Thresholds };
  return resolveThresholds(thresholds, whereOf).map((rule) => ({ ...rule, isShared: true }));
}

function checkShared(value: unknown, { metrics }: KnownMetrics): SuiteProblem[] {
  const map = typeof value === 'object' && value !== null ? (value as Partial<Config>) : {};
  const expected = 'the section "thresholds", as perigee.yml has it, and nothing else';
  const others = Object.keys(map).filter((key) => key !== 'thresholds');
  const strange = others.map((key): SuiteProblem => {
    const at = { key: childPointer('', key) };
    return { at, seen: `${formatText(key)} in a file of thresholds`, expected };
  });
  const { thresholds } = map;
  if (thresholds === undefined) return [...strange, { at: '', seen: 'no thresholds', expected }];
  const refused = describeSchemaErrors(listSchemaErrors('config', { ...bare, thresholds }));
  if (refused.length > 0) return [...strange, ...refused];
  const { defaults = {}, from, rules = [] } = thresholds;
  const at = { key: '/thresholds/from' };
  const nested =
    from === undefined
      ? []
      : [{ at, seen: 'a file that names a further one', expected: '"defaults" and "rules"' }];
  const known = { metrics, isOpen: true };
  const placed = rules.map((rule, i) => ({ rule, pointer: childPointer('/thresholds/rules', i) }));
  return [
    ...strange,
    ...nested,
    ...checkSameMatches(placed),
    ...placed.flatMap(({ pointer, rule }) => checkRule(rule, pointer, known)),
    ...Object.entries(defaults).flatMap(([metric, limit]) =>
      checkLimit(limit, metric, childPointer('/thresholds/defaults', metric), known),
    ),
  ];
}
