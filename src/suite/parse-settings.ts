import { LineCounter } from 'yaml';
import type { ServiceConfig } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { listAllSchemaErrors } from '../contract/validate.ts';
import { describeProblems } from './describe-problems.ts';
import { describeSchemaErrors } from './describe-schema-errors.ts';
import { namePlaces } from './places.ts';
import { readYaml } from './read-yaml.ts';

const mostCharacters = 1_000_000;

/**
 * The text of a perigee-service.yml.
 * @param file names the file in errors
 * @throws UserError with all that is wrong, each with line and column
 */
export function parseSettings(text: string, file: string): ServiceConfig {
  if (text.length > mostCharacters) {
    throw new UserError({
      where: file,
      seen: `a file of ${text.length} characters`,
      expected: 'some lines of YAML, as docs/service.md shows them',
    });
  }
  const lineCounter = new LineCounter();
  const where = namePlaces(file, lineCounter);
  const { value, places, problems, unreadable } = readYaml(text, lineCounter);
  const errors = unreadable ? [] : listAllSchemaErrors('service', value);
  const found = [...problems, ...describeSchemaErrors(errors)];
  if (unreadable || found.length > 0) throw describeProblems(found, places, where);
  return value as ServiceConfig;
}
