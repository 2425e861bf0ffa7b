import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/checks/tracked-files.ts';
import {
  readNotes,
  releaseChangelog,
  releasePlugin,
  releaseRepository,
  releaseSdk,
} from '../../scripts/release.ts';

const changelog = `# Changelog

## Unreleased

### Added

- Something new.

## 0.1.0 (2026-01-02)

- The first.
`;

test('what was not released becomes the notes of the new version', () => {
  const released = releaseChangelog(changelog, '0.2.0', '2026-02-03');
  expect(released).toContain('## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n### Added');
  expect(readNotes(released, '0.2.0')).toBe('### Added\n\n- Something new.');
  expect(readNotes(released, '0.1.0')).toBe('- The first.');
});

test('nothing is released twice, or without a word of what changed', () => {
  expect(() => releaseChangelog(changelog, '0.1.0', '2026-02-03')).toThrow('has 0.1.0 already');
  const released = releaseChangelog(changelog, '0.2.0', '2026-02-03');
  expect(() => releaseChangelog(released, '0.3.0', '2026-02-04')).toThrow('nothing to release');
  expect(() => readNotes(changelog, '0.2.0')).toThrow('no section "## 0.2.0');
});

test('examples of the plugin name the new version', () => {
  const step = '      - owner/perigee#v0.1.0:\n          mode: report\n';
  expect(releasePlugin(step, '0.2.0')).toBe(step.replace('0.1.0', '0.2.0'));
  const push = 'plugin:refs/tags/v0.1.0\n';
  expect(releasePlugin(push, '0.2.0')).toBe('plugin:refs/tags/v0.2.0\n');
});

test.each([
  ['sdk/python/pyproject.toml', 'version = "9.8.7"'],
  ['sdk/rust/Cargo.toml', 'version = "9.8.7"'],
  ['sdk/java/pom.xml', '<version>9.8.7</version>'],
  ['docs/sdks.md', '<version>9.8.7</version>'],
])('%s gets the version of the release, and nothing else in it changes', (file, expected) => {
  const text = readFileSync(join(root, file), 'utf8');
  const released = releaseSdk(text, '9.8.7');
  expect(released).toContain(expected);
  const own = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
    .version;
  expect(released.replaceAll('9.8.7', own)).toBe(text);
});

test('the package of a release names the repository that it came from, once', () => {
  const text = '{\n  "license": "x",\n  "type": "module"\n}\n';
  const stamped = releaseRepository(text, 'git@github.com:acme/perigee.git\n');
  expect(JSON.parse(stamped)).toMatchObject({ repository: 'github:acme/perigee', type: 'module' });
  expect(releaseRepository(stamped, 'https://github.com/acme/perigee')).toBe(stamped);
  expect(() => releaseRepository(text, '/srv/perigee.git')).toThrow('no repository on GitHub');
});
