/** The bot's message to the jobs of a change in its check, before they set anything up. */
export interface UntouchedShards {
  /** SHA-256 of the plan, in hexadecimal. */
  plan: string;
  /** Indexes of shards none of whose tests read what the change touches; at least one. */
  shards: readonly number[];
}

const mostShards = 1_000;
/** A whole line, which no name of a test can be. */
const pattern = /^<!-- perigee untouched shards ([\d,]{1,5000}) of plan ([0-9a-f]{64}) -->\r?$/gm;

/** A line of Markdown that no reader sees. */
export function writeUntouchedShards({ plan, shards }: UntouchedShards): string {
  return `<!-- perigee untouched shards ${shards.slice(0, mostShards).join(',')} of plan ${plan} -->`;
}

/** @returns undefined where the summary of a check says nothing of it */
export function readUntouchedShards(summary: string): UntouchedShards | undefined {
  // The bot writes it below what others may have written.
  const [, list = '', plan = ''] = [...summary.matchAll(pattern)].at(-1) ?? [];
  if (!/^\d{1,4}(,\d{1,4})*$/.test(list)) return undefined;
  return { plan, shards: list.split(',').slice(0, mostShards).map(Number) };
}
