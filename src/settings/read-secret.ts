import { readFileSync } from 'node:fs';
import type { Secret } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import type { Environment } from './environment.ts';

/**
 * Reads a secret from where the settings say it is. A line break at its end is not part of it.
 * @param what for messages, e.g. `series.influxdb.token`
 */
export function readSecret(secret: Secret, what: string, environment: Environment): string {
  const { env, file } = secret;
  if (env !== undefined) {
    const value = environment[env];
    if (value === undefined) throw missing(what, `the variable ${env} is not set`);
    return notEmpty(value, what, `the variable ${env}`);
  }
  if (file === undefined) throw missing(what, 'nothing says where it is');
  try {
    return notEmpty(readFileSync(file, 'utf8'), what, `the file ${file}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw missing(what, `the file ${file} cannot be read (${code})`);
  }
}

function notEmpty(text: string, what: string, place: string): string {
  const value = text.replace(/\r?\n$/, '');
  if (value === '') throw missing(what, `${place} is empty`);
  return value;
}

function missing(what: string, seen: string): UserError {
  return new UserError({
    where: what,
    seen,
    expected: 'a secret there',
    remedy: 'set it, or name another variable or file in perigee-service.yml',
  });
}
