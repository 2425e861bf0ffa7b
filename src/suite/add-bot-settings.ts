import { isMap, parseDocument } from 'yaml';
import { editSection } from './edit-section.ts';

/** The section `bot` of perigee-service.yml, as it is written for a new app. */
export interface BotSection {
  appId: number;
  /** Paths. */
  privateKey: { file: string };
  webhookSecret: { file: string };
  apiUrl?: string;
  publicUrl?: string;
}

/**
 * The text of a perigee-service.yml with the section `bot` at its end; all that was there stays as it is.
 * @param text of a file that parses; undefined where there is none yet
 * @returns undefined where `bot` is there, or the file is written in a way that nothing can be added to
 */
export function addBotSettings(text: string | undefined, bot: BotSection): string | undefined {
  const before = text ?? 'version: 1\n';
  const { contents } = parseDocument(before);
  if (!isMap(contents) || contents.has('bot')) return undefined;
  return editSection(before, 'bot', (section) => {
    for (const [name, value] of Object.entries(bot)) section.set(name, value);
  });
}
