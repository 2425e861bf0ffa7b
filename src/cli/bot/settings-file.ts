import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../contract/user-error.ts';
import { usualFile } from '../../serving/settings/read-config.ts';
import { addBotSettings, type BotSection } from '../../suite/add-bot-settings.ts';
import { parseSettings } from '../../suite/parse-settings.ts';

export interface SettingsFile {
  file: string;
  /** Undefined where there is none yet. */
  text?: string;
  /** The folder that the service would use. */
  data(environment: Readonly<Record<string, string | undefined>>): string;
  /** @throws UserError where the section cannot be added to what is there */
  refuseUnlessAddable(section: BotSection): void;
}

/** @throws UserError for a file that is wrong already */
export function openSettings(asked: string | undefined): SettingsFile {
  const file = asked ?? usualFile;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const value = text === undefined ? { version: 1 as const } : parseSettings(text, file);
  return {
    file,
    ...(text === undefined ? {} : { text }),
    data: (environment) => {
      const own = environment['PERIGEE_DATA'] ?? '';
      return own === '' ? (value.data ?? 'perigee-data') : own;
    },
    refuseUnlessAddable: (section) => {
      if (addBotSettings(text, section) !== undefined) return;
      throw new UserError({
        where: file,
        seen: value.bot === undefined ? 'its layout is unusual' : 'it has a section `bot` already',
        expected: 'a file that the section `bot` can be added to',
        remedy:
          '`perigee bot check` tests what is there; ' +
          'with --print nothing is written into it, and you are shown what to set',
      });
    },
  };
}
