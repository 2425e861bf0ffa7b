import { isMap, isScalar, YAMLMap } from 'yaml';
import { UserError } from '../../contract/user-error.ts';
import { editSection } from '../edit-section.ts';

/** The new `shards` of perigee.yml. */
export interface PinChanges {
  total: number;
  /** Name of a test → index of its shard, from 0; pins of other tests stay, but for those beyond the total. */
  pins: ReadonlyMap<string, number>;
}

/**
 * The text of a perigee.yml with other pins.
 * @param text of a file that loads
 * @throws UserError where `shards` is written in a way that cannot be edited
 */
export function writePins(text: string, { total, pins }: PinChanges): string {
  const edited = editSection(text, 'shards', (shards) => {
    shards.set('total', total);
    const found = shards.get('pins');
    const own = isMap(found) ? found : new YAMLMap(shards.schema);
    own.items = own.items.filter(({ value }) => isScalar(value) && Number(value.value) <= total);
    for (const [name, shard] of pins) {
      // A name that is a number may stand there without quotes.
      const key = own.items.find((pin) => isScalar(pin.key) && String(pin.key.value) === name)?.key;
      own.set(key ?? name, shard + 1);
    }
    own.flow = false;
    if (own.items.length > 0) shards.set('pins', own);
    else shards.delete('pins');
  });
  if (edited !== undefined) return edited;
  throw new UserError({
    where: 'perigee.yml, shards',
    seen: 'the pins cannot be written: it has an anchor, or an unusual layout',
    expected: 'total and pins, one key a line',
    remedy: 'write them by hand: they are listed above',
  });
}
