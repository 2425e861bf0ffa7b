/** Ways in which an artifact is not what a shard left, each with what the service has to say of it. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Random } from '../../../src/stats/random.ts';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import type { FakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { refuse } from '../../servers/github/answer.ts';
import { makeZip, type ZipFile } from '../../transport/artifacts/make-zip.ts';

const recordFile = 'run-record.json.gz';

/** Flips one bit, anywhere. */
export function flipBit(content: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(content);
  const at = Math.floor(random() * flipped.length);
  flipped[at] = flipped[at]! ^ (1 << Math.floor(random() * 8));
  return flipped;
}

/** A record that unpacks to a thousand times its size. */
const bomb = gzipSync(Buffer.alloc(20_000_000));

/** Another record, of which the event beside it gives the right digest. */
function replaceRecord(folder: string, content: Buffer): void {
  const file = join(folder, 'event.json');
  const event = JSON.parse(readFileSync(file, 'utf8')) as BuildEvent;
  const sha256 = createHash('sha256').update(content).digest('hex');
  Object.assign(event.shard!.artifact, { sha256, bytes: content.length });
  writeFileSync(file, JSON.stringify(event));
  writeFileSync(join(folder, recordFile), content);
}

type SpoilFolder = (folder: string, random: Random) => void;

export const spoiledFolders: [what: string, reason: RegExp, spoil: SpoilFolder][] = [
  [
    'truncated',
    /^artifact-digest-mismatch: /,
    (folder, random) => truncateSync(join(folder, recordFile), Math.floor(500 * random())),
  ],
  [
    'corrupted',
    /^artifact-digest-mismatch: /,
    (folder, random) => {
      const file = join(folder, recordFile);
      writeFileSync(file, flipBit(readFileSync(file), random));
    },
  ],
  [
    'cut before its digest was taken',
    /^artifact-damaged: .*not whole/,
    (folder) => replaceRecord(folder, readFileSync(join(folder, recordFile)).subarray(0, 200)),
  ],
  [
    'of another digest',
    /^artifact-digest-mismatch: /,
    (folder) => {
      const file = join(folder, 'event.json');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(/"sha256":"[0-9a-f]{8}/, '"sha256":"00000000'));
    },
  ],
  ['a bomb', /^artifact-too-large: .*unpacks to more/, (folder) => replaceRecord(folder, bomb)],
  [
    'with a name that leads out',
    /^artifact-unexpected-content: .*\.\./,
    (folder) => writeFileSync(join(folder, String.raw`..\..\passwd`), 'x'),
  ],
  [
    'a link that leads out',
    /^artifact-unexpected-content: /,
    (folder) => {
      rmSync(join(folder, recordFile));
      symlinkSync('/etc/hosts', join(folder, recordFile));
    },
  ],
];

type SpoilUpload = (
  upload: { github: FakeGithubApi; id: number; zip: Buffer },
  random: Random,
) => void;

/** What the storage gives is not what GitHub has the digest of. */
const swap: (change: (zip: Buffer, random: Random) => Buffer) => SpoilUpload =
  (change) =>
  ({ github, id, zip }, random) =>
    github.storage.contents.set(`/artifact-${id}`, change(zip, random));

/** The upload itself was like that: its digest fits. */
const upload: (change: (zip: Buffer, random: Random) => Buffer) => SpoilUpload =
  (change) =>
  ({ github, id, zip }, random) => {
    const changed = change(zip, random);
    const digest = `sha256:${createHash('sha256').update(changed).digest('hex')}`;
    const artifact = github.artifacts.find((each) => each['id'] === id);
    Object.assign(artifact!, { digest, size_in_bytes: changed.length });
    github.storage.contents.set(`/artifact-${id}`, changed);
  };

const pack = (...files: ZipFile[]) => upload(() => makeZip(files));
const content = Buffer.from('{}');

export const spoiledUploads: [what: string, reason: RegExp, spoil: SpoilUpload][] = [
  ['truncated', /^artifact-damaged: /, upload((zip) => zip.subarray(0, zip.length / 2))],
  ['no zip file', /^artifact-damaged: /, upload(() => Buffer.from('x'.repeat(500)))],
  ['corrupted in its storage', /^artifact-digest-mismatch: /, swap(flipBit)],
  [
    'expired',
    /^artifact-expired: /,
    ({ github, id }) => {
      const artifact = github.artifacts.find((each) => each['id'] === id);
      Object.assign(artifact!, { expired: true });
    },
  ],
  [
    'gone while it was asked for',
    /^artifact-expired: /,
    ({ github, id }) => {
      const before = github.intercept;
      github.intercept = (path, request) =>
        path.endsWith(`/artifacts/${id}/zip`)
          ? refuse(410, 'Artifact has expired')
          : before(path, request);
    },
  ],
  [
    'a bomb that says so',
    /^artifact-too-large: /,
    pack({ name: 'event.json', content, bytes: 2 ** 31 }),
  ],
  [
    'a bomb that lies',
    /^artifact-damaged: .*cannot be unpacked/,
    pack({ name: 'event.json', content: Buffer.alloc(20_000_000), bytes: 300 }),
  ],
  [
    'with a path that leads out',
    /^artifact-unexpected-content: .*\.\.\/\.\./,
    pack({ name: '../../event.json', content }),
  ],
  [
    'with a link',
    /^artifact-unexpected-content: .*not a regular file/,
    pack({ name: 'event.json', content, unixMode: 0o120777 }),
  ],
  [
    'with a name twice',
    /^artifact-unexpected-content: .*there twice/,
    pack({ name: 'event.json', content }, { name: 'event.json', content }),
  ],
];
