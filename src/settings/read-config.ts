import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceConfig } from '../contract/documents.ts';
import { explainSchemaErrors } from '../contract/schema-errors.ts';
import { UserError, type UserErrorFacts } from '../contract/user-error.ts';
import { listAllSchemaErrors } from '../contract/validate.ts';
import { parseSettings } from '../suite/parse-settings.ts';
import { type Environment, overlayEnvironment, variables } from './environment.ts';

export const usualFile = 'perigee-service.yml';
const usualData = 'perigee-data';
const mostErrorsShown = 10;

/**
 * The file of settings with the environment laid over it. It is checked, and no secret is read yet.
 * @param file that was asked for; without one `perigee-service.yml`, if it is there
 * @throws UserError for whatever is wrong, with its place
 */
export function readConfig(file: string | undefined, environment: Environment): ServiceConfig {
  const { value, origins } = overlayEnvironment(readFile(file), environment);
  checkOverlaid(value, origins);
  return value;
}

/** The same of the environment alone. @throws UserError */
export function readEnvironment(environment: Environment): ServiceConfig {
  const { value, origins } = overlayEnvironment({ version: 1 }, environment);
  checkOverlaid(value, origins);
  return value;
}

/** The folder of the embedded defaults. */
export function nameData({ data }: ServiceConfig): string {
  return data ?? usualData;
}

/** The file in which the bot keeps what GitHub does not know. */
export function nameLedger({ bot, data }: Pick<ServiceConfig, 'bot' | 'data'>): string {
  return bot?.ledger ?? join(data ?? usualData, 'bot.sqlite');
}

function readFile(asked: string | undefined): ServiceConfig {
  const file = asked ?? usualFile;
  if (asked === undefined && !existsSync(file)) return { version: 1 };
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserError({
      where: file,
      seen: `the file cannot be read (${code})`,
      expected: 'settings of the service, as docs/service.md shows them',
      remedy: 'check the path, or leave --config out for the embedded defaults',
      cause,
    });
  }
  return parseSettings(text, file);
}

/** The file was right, so whatever is wrong now came from the environment. */
function checkOverlaid(value: ServiceConfig, origins: ReadonlyMap<string, string>): void {
  const faults = explainSchemaErrors(listAllSchemaErrors('service', value), mostErrorsShown);
  const [first, ...others] = faults.map(({ place, seen, expected, lacking }): UserErrorFacts => {
    const names = [...origins].filter(([at]) => at.startsWith(place) || place.startsWith(at));
    const where = names.map(([, name]) => name).join(', ');
    const at = (pointer: string) => variables.find(({ path }) => `/${path.join('/')}` === pointer);
    const unset = at(`${place}/${lacking}`);
    const { asks } = unset ?? at(place) ?? {};
    return {
      where: where === '' ? place.slice(1).replaceAll('/', '.') : where,
      seen,
      ...(unset?.form === 'secret'
        ? {
            expected: 'a secret',
            remedy: `set ${unset.name}, or ${unset.name}_FILE to a file of it`,
          }
        : {
            expected: asks ?? expected,
            remedy: unset ? `set ${unset.name} too` : 'correct the environment of the service',
          }),
    };
  });
  if (first !== undefined) throw new UserError({ ...first, others });
}
