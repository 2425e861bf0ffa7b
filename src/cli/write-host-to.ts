import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { HostSettings } from '../contract/documents.ts';
import { writeWhole } from '../runner/journal/write-whole.ts';
import { type MeasuredSetting, writeHost } from '../suite/write-host.ts';

/** Puts what helps into perigee.yml, with its figures, and says so. */
export async function writeHostTo(
  file: string,
  helpful: readonly MeasuredSetting[],
  say: (text: string) => void,
): Promise<void> {
  if (helpful.length === 0) {
    say('nothing was shown to help, so perigee.yml stays as it is\n');
    return;
  }
  await writeWhole(file, writeHost(await readFile(file, 'utf8'), helpful));
  const keys = helpful.flatMap(({ setting }) => Object.keys(setting) as (keyof HostSettings)[]);
  say(`wrote ${keys.join(', ')} under host: in ${basename(file)}\n`);
}
