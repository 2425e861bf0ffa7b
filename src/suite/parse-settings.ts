import { LineCounter } from 'yaml';
import type { ServiceConfig } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { listAllSchemaErrors } from '../contract/validate.ts';
import { describeProblems } from './describe-problems.ts';
import { describeSchemaErrors } from './describe-schema-errors.ts';
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
  const where = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  const { value, places, problems, unreadable } = readYaml(text, lineCounter);
  if (unreadable) throw describeProblems(problems, where);
  const found = [
    ...problems,
    ...describeSchemaErrors(listAllSchemaErrors('service', value), places),
  ];
  if (found.length > 0) throw describeProblems(found, where);
  return value as ServiceConfig;
}
