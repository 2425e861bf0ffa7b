import { parsePercentage } from '../../contract/units.ts';
import { UserError } from '../../contract/user-error.ts';

/** One value as the author of a workflow or a pipeline wrote it. */
export interface Setting {
  /** As messages call it: `input repeats`. */
  where: string;
  /** Trimmed; empty where nothing is written. */
  text: string;
}

/** An error that the author can act on. */
export function refuseSetting(
  { where, text }: Setting,
  expected: string,
  remedy?: string,
): UserError {
  return new UserError({
    where,
    seen: text === '' ? 'it is empty' : JSON.stringify(text.slice(0, 200)),
    expected,
    remedy,
  });
}

/** @param least the smallest and, with `most`, the largest that makes sense */
export function readCount(setting: Setting, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(setting.text) ? Number(setting.text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw refuseSetting(setting, `a whole number from ${least} to ${most}`);
}

/** @returns undefined where nothing is written */
export function readOptionalCount(
  setting: Setting,
  least: number,
  most: number,
): number | undefined {
  return setting.text === '' ? undefined : readCount(setting, least, most);
}

/** `20%` is 0.2. */
export function readShare(setting: Setting): number {
  const share = parsePercentage(setting.text);
  if (share !== undefined && share > 0) return share;
  throw refuseSetting(setting, 'a percentage above 0, e.g. 20%');
}

/** @param absent what an empty text stands for */
export function readOneOf<Choice extends string>(
  setting: Setting,
  choices: readonly Choice[],
  absent: Choice,
): Choice {
  if (setting.text === '') return absent;
  const chosen = choices.find((choice) => choice === setting.text);
  if (chosen !== undefined) return chosen;
  throw refuseSetting(setting, `one of ${choices.join(', ')}`);
}

/** A truth value of YAML 1.2. */
export function readSwitch(setting: Setting, absent: boolean): boolean {
  if (setting.text === '') return absent;
  if (/^(true|True|TRUE)$/.test(setting.text)) return true;
  if (/^(false|False|FALSE)$/.test(setting.text)) return false;
  throw refuseSetting(setting, 'true or false');
}

/** One line of text; undefined where nothing is written. */
export function readLine(setting: Setting): string | undefined {
  if (/\p{Cc}/u.test(setting.text)) throw refuseSetting(setting, 'one line of text');
  return setting.text === '' ? undefined : setting.text;
}

/** Git knows a file by this path too, so it has to be one inside the repository. */
export function readPath(setting: Setting): string | undefined {
  const path = readLine(setting)?.replace(/^(\.\/)+/, '');
  if (path === undefined || path === '') return undefined;
  const isInside = !path.startsWith('/') && !path.split('/').includes('..');
  if (isInside) return path;
  throw refuseSetting(setting, 'a path inside the repository, from its root');
}
