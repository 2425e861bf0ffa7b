import { isDeepStrictEqual } from 'node:util';
import { isMap, parseDocument, stringify } from 'yaml';
import { createTextEdits } from './shards/text-edits.ts';

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
  const document = parseDocument(before);
  const { contents } = document;
  if (!isMap(contents) || contents.flow === true || contents.has('bot')) return undefined;
  const edits = createTextEdits(before);
  const indent = edits.indentAt(contents.range[0]) ?? '';
  edits.append(indent, stringify({ bot }).trimEnd().split('\n'));
  const edited = edits.apply();
  document.set('bot', bot);
  const result = parseDocument(edited);
  if (result.errors.length > 0 || !isDeepStrictEqual(result.toJS(), document.toJS()))
    return undefined;
  return edited;
}
