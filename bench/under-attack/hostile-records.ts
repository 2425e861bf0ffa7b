import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BuildEvent, Profile, RunRecord } from '../../src/contract/documents.ts';
import type { ArtifactContent } from '../../test/bot/attacks/pack-shard.ts';

/** What a stranger's job may upload instead of its record, each within the limits of size. */
export const hostileRecords: Readonly<Record<string, (record: RunRecord) => string>> = {
  'empty objects': (record) => extend(record, `"x":[${'{},'.repeat(20_000_000)}{}]`),
  numbers: (record) => extend(record, `"x":[${'0,'.repeat(20_000_000)}0]`),
  keys: (record) => extend(record, `"x":{${'"":0,'.repeat(10_000_000)}"":0}`),
  brackets: (record) => extend(record, `"x":${'['.repeat(10_000_000)}`),
  blanks: (record) => `${JSON.stringify(record)}${' '.repeat(60_000_000)}`,
  'one text': (record) => extend(record, `"x":"${'\\u0041'.repeat(10_000_000)}"`),
  profiles: (record) => JSON.stringify({ ...record, profiles: repeatProfiles(record, 50_000) }),
  spans: (record) =>
    JSON.stringify({
      ...record,
      profiles: record.profiles.map((one) => ({ ...one, spans: makeSpans(one, 5000) })),
    }),
  problems: (record) =>
    JSON.stringify({
      ...record,
      problems: Array.from({ length: 10_000 }, (_, place) => ({
        code: `c${place}`,
        message: '!?'.repeat(1000),
      })),
    }),
};

function extend(record: RunRecord, field: string): string {
  return `${JSON.stringify(record).slice(0, -1)},${field}}`;
}

function repeatProfiles({ profiles: [first] }: RunRecord, count: number): Profile[] {
  if (first === undefined) throw new Error('nothing was measured');
  return Array.from({ length: count }, (_, repeat) => ({
    ...first,
    repeat: repeat % 1000,
    side: repeat % 2 === 0 ? 'before' : 'after',
  }));
}

function makeSpans({ spans: [first] }: Profile, count: number): Profile['spans'] {
  if (first === undefined) throw new Error('nothing was measured');
  return Array.from({ length: count }, (_, place) => ({
    ...first,
    span: `span ${place}`,
    annotations: { place },
  }));
}

/** What such a text is when it is packed; the same for all runs, for packing takes long. */
export function packText(text: string): Buffer {
  return gzipSync(text, { level: 9 });
}

/** Puts it into an artifact, with an event that says so: whoever uploads writes both. */
export function replaceRecord(packed: Buffer): (content: ArtifactContent) => void {
  return (content) => {
    const event = JSON.parse(String(content.get('event.json'))) as BuildEvent;
    const { shard } = event;
    if (shard === undefined) throw new Error('an event without a shard');
    const sha256 = createHash('sha256').update(packed).digest('hex');
    shard.artifact = { ...shard.artifact, sha256, bytes: packed.length };
    content.set('run-record.json.gz', packed);
    content.set('event.json', Buffer.from(JSON.stringify(event)));
  };
}
