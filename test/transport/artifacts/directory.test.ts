import { chmodSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ArtifactsUnavailable } from '../../../src/transport/artifacts/artifact-store.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { explainUnread, openDirectoryStore } from '../../../src/transport/artifacts/directory.ts';
import { refuseOtherHosts } from '../../../src/transport/artifacts/storage-hosts.ts';
import { makeFolder, origin, packShard } from './make-run.ts';

test('the folder is made by the first who leaves something in it', async () => {
  const root = join(makeFolder(), 'carried', 'results');
  const packed = await packShard(0, 1, 1);
  expect(await openDirectoryStore(root).upload(packed)).toMatchObject({ name: packed.name });
  expect(existsSync(join(root, packed.name, 'event.json'))).toBe(true);
});

test('a folder that is not there is an error for the reader, and is not made by reading', async () => {
  const root = join(makeFolder(), 'mistyped');
  await expect(openDirectoryStore(root).list()).rejects.toThrow(/check the path/);
  expect(existsSync(root)).toBe(false);
});

test('a link that leads nowhere spoils its own artifact and no other', async () => {
  const root = makeFolder();
  const store = openDirectoryStore(root);
  const packed = await packShard(0, 2, 1);
  await store.upload(packed);
  const broken = join(root, 'perigee-sync-shard-2-of-2-attempt-1');
  mkdirSync(broken);
  symlinkSync('/nonexistent', join(broken, 'event.json'));
  const { records, refusals } = await collectRecords({ store, suite: 'sync', build: origin });
  expect(records.map(({ artifact }) => artifact)).toEqual([packed.name]);
  expect(refusals).toMatchObject([{ code: 'artifact-unexpected-content' }]);
});

test('a build that left nothing is told from a folder of all builds that is away', async () => {
  const below = makeFolder();
  const store = openDirectoryStore(join(below, 'acme', '1'), { below });
  await expect(store.list()).rejects.toThrow(ArtifactsUnavailable);
  mkdirSync(join(below, 'another'));
  await expect(store.list()).rejects.toThrow(/check the path/);
  await expect(store.list()).rejects.not.toBeInstanceOf(ArtifactsUnavailable);
});

test('what we have no right to read is out of reach, and not at fault', async () => {
  const root = makeFolder();
  const store = openDirectoryStore(root);
  const packed = await packShard(0, 1, 1);
  const stored = await store.upload(packed);
  chmodSync(root, 0o755);
  chmodSync(join(root, packed.name), 0o755);
  chmodSync(join(root, packed.name, 'event.json'), 0);
  await asNobody(async () => {
    await expect(store.read(stored, ['event.json'])).rejects.toThrow(ArtifactsUnavailable);
  });
  chmodSync(join(root, packed.name), 0);
  await asNobody(async () => {
    await expect(store.read(stored, ['event.json'])).rejects.toThrow(/EACCES/);
    await expect(store.list()).rejects.toThrow(ArtifactsUnavailable);
  });
});

test.each([
  ['EMFILE', false],
  ['EIO', false],
  ['ESTALE', false],
  ['ENOENT', true],
  ['ELOOP', true],
])('%s is the fault of the artifact: %s', (code, isItsFault) => {
  const refusal = { code: 'artifact-unreachable', message: 'not readable' } as const;
  const error = explainUnread('/x', refusal, Object.assign(new Error('x'), { code }));
  expect(error.name).toBe(isItsFault ? 'ArtifactRefused' : 'UserError');
});

/** The superuser may read everything; on most machines a test is somebody else anyway. */
async function asNobody(act: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const named = [
  'artifacts.acme.example',
  'Store.Acme.example:8443',
  'plain.example:443',
  '*.s3.example',
];
const isFetched = (address: string, hosts: readonly string[]): boolean => {
  try {
    refuseOtherHosts(hosts)(new URL(address));
    return true;
  } catch {
    return false;
  }
};

test.each([
  ['https://buildkiteartifacts.com/a?sig=b'],
  ['https://buildkiteartifacts.com:443/a'],
  ['https://eu.buildkiteartifacts.com/a'],
])('%s is fetched from without a setting', (address) => {
  expect(isFetched(address, [])).toBe(true);
});

test.each([
  ['another host', 'https://attacker.example/a'],
  ['a name that begins like it', 'https://buildkiteartifacts.com.attacker.example/a'],
  ['a name that ends like it', 'https://notbuildkiteartifacts.com/a'],
  ['two labels before it', 'https://a.b.buildkiteartifacts.com/a'],
  ['no label before it', 'https://.buildkiteartifacts.com/a'],
  ['another port', 'https://buildkiteartifacts.com:8443/a'],
  ['its name as a user', 'https://buildkiteartifacts.com@attacker.example/a'],
  ['its name as a path', 'https://attacker.example/buildkiteartifacts.com'],
  [
    'a storage that anybody may have a bucket in',
    'https://s3.amazonaws.com/buildkiteartifacts.com',
  ],
  ['the machine itself', 'https://127.0.0.1/a'],
  ['the machine itself in IPv6', 'https://[::1]/a'],
  ['the machine itself in other digits', 'https://0x7f.1/a'],
  ['the keys of a machine in a cloud', 'http://169.254.169.254/latest/meta-data/'],
  ['a name of the own network', 'https://vault.internal/a'],
])('without a setting nothing is fetched from %s', (_, address) => {
  expect(isFetched(address, [])).toBe(false);
});

test.each([
  ['https://artifacts.acme.example/a', true],
  ['https://ARTIFACTS.acme.example/a', true],
  ['https://artifacts.acme.example:8443/a', false],
  ['https://eu.artifacts.acme.example/a', false],
  ['https://store.acme.example:8443/a', true],
  ['https://store.acme.example/a', false],
  ['https://plain.example/a', true],
  ['https://bucket.s3.example/a', true],
  ['https://a.bucket.s3.example/a', false],
  ['https://s3.example/a', false],
  ['https://buildkiteartifacts.com/a', true],
])('beside hosts that are named %s: %s', (address, expected) => {
  expect(isFetched(address, named)).toBe(expected);
});

test.each([
  ['https://buildkiteartifacts.com/a', 'host'],
  ['https://eu.buildkiteartifacts.com/a', 'any-name'],
  ['https://*.buildkiteartifacts.com/a', 'any-name'],
  ['https://bucket.s3.example/a', 'any-name'],
  ['https://own.s3.example/a', 'host'],
])('which rule lets %s in: %s', (address, rule) => {
  expect(refuseOtherHosts(['*.s3.example', 'own.s3.example'])(new URL(address))).toBe(rule);
});

test('a host without an end does not push out which setting to change', () => {
  const refuse = () => refuseOtherHosts()(new URL(`https://${'a.'.repeat(120)}example/`));
  expect(refuse).toThrow(/^it lies at (a\.){39}a…, and is only .* artifacts\.buildkite\.hosts/);
});
