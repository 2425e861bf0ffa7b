import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
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
  return placeBeside(file, parseSettings(text, file)) as ServiceConfig;
}

const pathKeys: ReadonlySet<string> = new Set([
  ...['data', 'directory', 'file', 'ledger', 'tlsAuthorityFile'],
]);

/** Paths in a file start at its folder, so that the service and `publish` mean the same wherever they are started. */
function placeBeside(file: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]: [string, unknown]) => [
      key,
      pathKeys.has(key) && typeof below === 'string'
        ? placePath(file, key, below)
        : placeBeside(file, below),
    ]),
  );
}

function placePath(file: string, key: string, path: string): string {
  const place = isAbsolute(path) ? path : join(dirname(file), path);
  if (existsSync(place) || !existsSync(path)) return place;
  // Older services took it from the folder that they were started in: what they wrote is not left behind.
  throw new UserError({
    where: `${file}, ${key}`,
    seen: `${place} does not exist, but ${resolve(path)} does`,
    expected: 'a path that starts at the folder of the settings, or an absolute one',
    remedy: `write ${resolve(path)}, or move it to ${resolve(place)}`,
  });
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
