import { basename, isAbsolute, resolve } from 'node:path';
import { LineCounter } from 'yaml';
import type { Config } from '../contract/documents.ts';
import type { Suite } from '../contract/suite.ts';
import { listAllSchemaErrors, listSchemaErrors } from '../contract/validate.ts';
import { checkSuite } from './check-suite.ts';
import { describeSchemaErrors, listRefused } from './describe-schema-errors.ts';
import { describeProblems } from './describe-problems.ts';
import { namePlaces, offsetOfSpot, type Spot } from './places.ts';
import { readYaml } from './read-yaml.ts';
import { checkFrom, nameShared, parseShared } from './shared-thresholds.ts';
import { listKnownMetrics } from './known-metrics.ts';
import { resolveSuite } from './resolve-suite.ts';

/**
 * The validator's time grows with the square of the errors it lists. Of a larger file, some thousands
 * of tests, the schema's errors are named one at a time.
 */
const mostValuesForAllErrors = 20_000;

/**
 * The text of a perigee.yml to a suite.
 * @param file names the file in errors; results name it too, so an absolute path is cut to its last part
 * @param shared the text of the file of thresholds that it names, where there is one: see `findShared`
 * @throws UserError with all that is wrong, each with line and column
 */
export function parseSuite(text: string, file: string, shared?: string): Suite {
  const lineCounter = new LineCounter();
  const shownFile = isAbsolute(file) ? basename(file) : file;
  const where = namePlaces(shownFile, lineCounter);
  const { value, places, problems, unreadable } = readYaml(text, lineCounter);
  if (unreadable) throw describeProblems(problems, places, where);

  const knowsAll = places.size <= mostValuesForAllErrors;
  const errors = (knowsAll ? listAllSchemaErrors : listSchemaErrors)('config', value);
  const refused = listRefused(errors);
  const found = [...problems, ...describeSchemaErrors(errors)];
  // A value that the schema may have refused unnoticed is not looked into.
  if (isMap(value) && (knowsAll || errors.length === 0)) {
    found.push(...checkSuite(value, (pointer) => !refused.has(pointer)));
    const { from } = value.thresholds ?? {};
    if (typeof from === 'string') found.push(...checkFrom(from, file, shared));
  }
  if (found.length > 0) throw describeProblems(found, places, where);
  const whereOf = (at: Spot): string => where(offsetOfSpot(places, at));
  const config = value as Config;
  const { from } = config.thresholds ?? {};
  const rules =
    from === undefined || shared === undefined
      ? []
      : parseShared(
          shared,
          nameShared(from, shownFile),
          listKnownMetrics(config, () => true),
        );
  return resolveSuite(config, resolve(file), { places, whereOf }, rules);
}

function isMap(value: unknown): value is Partial<Config> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
