import type { Fields } from '../../transport/rest/fields.ts';
import { type Level, neededEvents, neededPermissions } from './app-rights.ts';

/** The rights that the bot has, of those that it needs. */
export interface Rights {
  permissions: ReadonlyMap<string, Level>;
  events: ReadonlySet<string>;
}

/** The missing rights, one line each: `permission issues: write (it has read), to …`. */
export interface Missing {
  /** Without it the bot does not work. */
  needed: string[];
  /** Without it something is left out. */
  wanted: string[];
}

/** @param fields of an app or of an installation */
export function readRights(fields: Fields): Rights {
  const permissions = new Map<string, Level>();
  for (const { name } of neededPermissions) {
    const level = fields.optionalText(`permissions.${name}`);
    // `admin` holds what `write` does.
    if (level === 'read') permissions.set(name, 'read');
    else if (level === 'write' || level === 'admin') permissions.set(name, 'write');
  }
  const events = neededEvents
    .map(({ name }) => name)
    .filter((name) => fields.holds('events', name));
  return { permissions, events: new Set(events) };
}

export function findMissing({ permissions, events }: Rights): Missing {
  const missing: Missing = { needed: [], wanted: [] };
  for (const { name, level, why, without } of neededPermissions) {
    const has = permissions.get(name) ?? 'none';
    if (rank(has) >= rank(level)) continue;
    const line = `permission ${name}: ${level} (it has ${has}), to ${why}`;
    const isEnough = without !== undefined && rank(has) >= rank(without.least);
    if (isEnough) missing.wanted.push(`${line}; without it ${without.loses}`);
    else missing.needed.push(line);
  }
  for (const { name, why } of neededEvents) {
    if (!events.has(name)) missing.needed.push(`event ${name}, for ${why}`);
  }
  return missing;
}

function rank(level: Level | 'none'): number {
  return ['none', 'read', 'write'].indexOf(level);
}
