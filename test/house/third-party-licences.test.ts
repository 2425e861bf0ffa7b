import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../scripts/checks/tracked-files.ts';
import {
  listBundledFolders,
  readPackages,
  type ThirdParty,
} from '../../scripts/licences/find-packages.ts';
import { isPermissive, refuseLicences } from '../../scripts/licences/refuse-licences.ts';
import { renderLicences } from '../../scripts/licences/render-licences.ts';

test.each([
  ['MIT', true],
  ['(Apache-2.0 AND BSD-3-Clause)', true],
  ['GPL-3.0-only OR MIT', true],
  ['MIT OR (ISC AND GPL-2.0)', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT OR ISC) AND LGPL-2.1-or-later', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN FILE', false],
  ['MIT nonsense', false],
  ['(MIT', false],
  ['', false],
])('whether %j leaves a permissive choice: %s', (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});

describe('a bundle', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'perigee-licences-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const write = (file: string, text: string): void => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const plant = (name: string, about: object, files: Record<string, string> = {}): void => {
    const at = `node_modules/${name}`;
    write(`${at}/package.json`, JSON.stringify({ name, version: '1.0.0', ...about }));
    write(`${at}/index.js`, `export const name = ${JSON.stringify(name)};`);
    for (const [file, text] of Object.entries(files)) write(`${at}/${file}`, text);
  };
  const bundle = async (...names: string[]): Promise<ThirdParty[]> => {
    const lines = names.map(
      (name, i) => `import { name as n${i} } from '${name}'; console.log(n${i});`,
    );
    write('main.js', lines.join('\n'));
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      metafile: true,
      write: false,
    });
    return readPackages(folder, listBundledFolders([metafile]));
  };

  test('names the licence, the text and the notices of each package in it, and of no other', async () => {
    plant(
      '@a/one',
      { license: 'Apache-2.0' },
      { 'LICENSE.md': 'One text \r\n', NOTICE: 'One notice' },
    );
    plant('two', { license: 'ISC', author: { name: 'T. Wo' } });
    plant('three', { license: 'GPL-3.0-only' }, { LICENSE: 'Three' });
    const packages = await bundle('two', '@a/one');
    expect(packages.map(({ name }) => name)).toEqual(['@a/one', 'two']);
    expect(packages[0]?.texts).toEqual(['One text', 'One notice']);
    expect(packages[1]?.texts[0]).toContain('Copyright (c) T. Wo');
    expect(refuseLicences(packages)).toEqual([]);
    const text = renderLicences(['Intro'], packages);
    expect(text).toContain('  @a/one 1.0.0 (Apache-2.0)\n  two 1.0.0 (ISC)\n');
    expect(text).toContain('One notice');
  });

  test.each([
    ['copyleft', { license: 'GPL-3.0-only' }, { LICENSE: 'x' }, '"GPL-3.0-only" is not among'],
    ['unknown', {}, { LICENSE: 'x' }, 'names no licence'],
    ['of the old form', { licenses: [{ type: 'MIT' }] }, { LICENSE: 'x' }, 'names no licence'],
    ['without a text', { license: 'Apache-2.0' }, {}, 'carries no text'],
  ])('with a package whose licence is %s is refused', async (_what, about, files, fault) => {
    plant('fine', { license: 'MIT' }, { LICENSE: 'x' });
    plant('odd', about, files);
    const faults = refuseLicences(await bundle('fine', 'odd'));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^odd 1\.0\.0: /);
    expect(faults[0]).toContain(fault);
  });
});

test('every package whose modules the built programs name is in THIRD_PARTY_LICENSES', () => {
  const listed = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8');
  const files = globSync('dist/{*.mjs,chunks/*.mjs}', { cwd: root });
  const named = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    const modules = text.matchAll(/"node_modules\/((?:@[^/\n"]+\/)?[^/\n"]+)\/[^"\n]+"\(/g);
    for (const [, name = ''] of modules) named.add(name);
  }
  // Those of CommonJS: their modules keep their names.
  expect(named.size).toBeGreaterThan(20);
  expect([...named].filter((name) => !listed.includes(`\n  ${name} `))).toEqual([]);
});

test('the package and the action bring their list along', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    files: string[];
  };
  expect(files).toContain('THIRD_PARTY_LICENSES');
  const ofPackage = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8');
  const carried = ['koffi', 'echarts', 'zrender', 'tslib', 'kafkajs', 'probot', '@influxdata/\\S+'];
  for (const name of carried) expect(ofPackage).toMatch(new RegExp(`^  ${name} \\d`, 'm'));
  const ofAction = readFileSync(join(root, 'action/THIRD_PARTY_LICENSES'), 'utf8');
  for (const name of ['@actions/artifact', '@azure/storage-blob', 'echarts', 'kafkajs'])
    expect(ofAction).toMatch(new RegExp(`^  ${name} \\d`, 'm'));
});
