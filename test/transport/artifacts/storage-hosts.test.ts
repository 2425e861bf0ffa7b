import { expect, test } from 'vitest';
import { refuseOtherHosts } from '../../../src/transport/artifacts/storage-hosts.ts';

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
  expect(refuse).toThrow(/^it lies at (a\.){40}…, and is only .* artifacts\.buildkite\.hosts/);
});
