import { keepSized } from './keep-sized.ts';

/** What was read last from an address, and the tag (ETag) that came with it. */
export interface Tagged {
  tag: string;
  value: unknown;
}

/** Revalidation with the tag says when nothing changed, which GitHub does not count. */
export interface TaggedAnswers {
  /**
   * @param reading that made the value, compared by identity: another one makes something else of the same
   *   answer, and one that is created for each question never finds anything
   */
  find(address: string, reading: unknown): Tagged | undefined;
  keep(address: string, reading: unknown, answer: Tagged, characters: number): void;
}

/** @param mostCharacters of all addresses and values together; what was used longest ago goes first */
export function keepTagged(mostCharacters: number): TaggedAnswers {
  const memory = keepSized<Tagged & { reading: unknown }>(mostCharacters);
  return {
    find: (address, reading) => {
      const kept = memory.find(address);
      return kept?.reading === reading ? kept : undefined;
    },
    keep: (address, reading, { tag, value }, characters) =>
      memory.keep(address, { tag, value, reading }, address.length + characters),
  };
}
