import { Pair, Scalar, stringify } from 'yaml';
import type { HostSettings } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { editSection } from './edit-section.ts';

export interface MeasuredSetting {
  /** One key. */
  setting: HostSettings;
  /** Its measured effect; it becomes the comment above its line. */
  figure: string;
}

/**
 * The text of a perigee.yml with more settings under `host`. A key that is there already gets the new value.
 * @param own the text of a file that loads
 * @throws UserError where `host` is written in a way that cannot be edited
 */
export function writeHost(own: string, settings: readonly MeasuredSetting[]): string {
  const edited = editSection(own, 'host', (host) => {
    for (const { figure, setting } of settings) {
      for (const [name, value] of Object.entries(setting)) {
        const key = new Scalar(name);
        key.commentBefore = ` ${figure}`;
        host.delete(name);
        host.items.push(new Pair(key, value));
      }
    }
  });
  if (edited !== undefined) return edited;
  const lines = settings.flatMap(({ setting }) => stringify(setting).trimEnd().split('\n'));
  throw new UserError({
    where: 'perigee.yml, host',
    seen: 'the settings cannot be written: it has an anchor, or an unusual layout',
    expected: 'one key a line',
    remedy: `write them by hand:\nhost:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  });
}
