import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Touch } from '../../../src/contract/observation.ts';
import { explainForeign, findWay } from '../../../src/runner/code/explain-foreign.ts';
import type { Foreign } from '../../../src/runner/code/find-foreign.ts';
import { makeFolder } from '../stage/make-repository.ts';

test.each<[Foreign['kind'], RegExp]>([
  ['tracked', /not the after side's version.* or run Perigee as root or with sudo/],
  ['ignored', /git ignores and no setup made for this side.* let setup in perigee.yml build it/],
  ['copy', /a copy of src\/a.js that both sides share: let setup in perigee.yml install it/],
  ['installed', /built from this repository before the run.* let setup in perigee.yml build it/],
  ['outdated', /installed for one version of src\/a.js.* let setup in perigee.yml install/],
  ['written', /setup of the before side has written: let setup write into the checkout/],
])('a file that is %s comes with what led to it and with a remedy', (kind, expected) => {
  const message = explainForeign({ kind, path: '/x/a.js', of: 'src/a.js' }, 'after', 'by A=/x');
  expect(message).toMatch(/^it (read|ran) \/x\/a\.js \(by A=\/x\), /);
  expect(message).toMatch(expected);
});

describe('what led to a file', () => {
  function plant() {
    const folder = makeFolder();
    const root = join(folder, 'root');
    const path = join(root, 'src', 'a.js');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    const find = (environment: Record<string, string>, touched: [string, Touch][] = []) =>
      findWay(path, environment, { touched: new Map(touched) }, [root]);
    const link = (name: string, to: string): string => {
      const at = join(folder, name);
      symlinkSync(to, at);
      return at;
    };
    return { find, folder, link, path, root };
  }

  test('is a variable with a folder of the repository among others', () => {
    const { find, root } = plant();
    expect(find({ PATH: `/usr/bin:${root}/src/` })).toBe(`by PATH=${root}/src/`);
  });

  test('is a variable with a link into the repository', () => {
    const { find, link, root } = plant();
    const at = link('link', join(root, 'src'));
    expect(find({ LIBRARIES: at })).toBe(`by LIBRARIES=${at}`);
  });

  test.each(['PWD', 'OLDPWD', 'HOME'])('is never %s, which any program has', (name) => {
    const { find, root } = plant();
    expect(find({ [name]: root })).toBeUndefined();
  });

  test('is no variable that names a folder above the repository or another file', () => {
    const { find, folder, root } = plant();
    expect(find({ A: folder, B: '/', C: `${root}/sr`, D: `${root}/other` })).toBeUndefined();
  });

  test('is a link to the file', () => {
    const { find, link, path } = plant();
    const at = link('link.js', path);
    expect(find({}, [[at, 'read']])).toBe(`by the link ${at}`);
  });

  test('is a link to a folder above the file, through which only another file was named', () => {
    const { find, link, root } = plant();
    const at = link('link', join(root, 'src'));
    expect(find({}, [[join(at, 'package.json'), 'read']])).toBe(`by the link ${at}`);
  });

  test('is the first of several links', () => {
    const { find, folder, link, root } = plant();
    const packages = join(folder, 'packages');
    mkdirSync(packages);
    symlinkSync(join(root, 'src'), join(packages, 'lib'));
    const at = link('node_modules', packages);
    expect(find({}, [[join(at, 'lib', 'a.js'), 'read']])).toBe(`by the link ${at}`);
  });

  test('is no link that leads elsewhere', () => {
    const { find, folder, link, path } = plant();
    const at = link('link', folder);
    expect(
      find({}, [
        [path, 'read'],
        [join(at, 'other'), 'read'],
      ]),
    ).toBeUndefined();
  });

  test('is no pipe in the place of a list of installations', () => {
    const { find, folder } = plant();
    execFileSync('mkfifo', [join(folder, 'w.pth')]);
    expect(find({}, [[join(folder, 'w.pth'), 'read']])).toBeUndefined();
  });

  test.each(['w.pth', 'w.egg-link', '__editable__w_finder.py'])(
    'is an editable installation with a %s that names the repository',
    (name) => {
      const { find, folder, root } = plant();
      const [own, other] = [join(folder, name), join(folder, `other-${name}`)];
      writeFileSync(own, `${root}/src\n`);
      writeFileSync(other, '/elsewhere\n');
      const others: [string, Touch] = [other, 'read'];
      expect(find({}, [others, [own, 'asked']])).toBeUndefined();
      expect(find({}, [others, [own, 'read']])).toBe(`by the editable installation ${own}`);
    },
  );
});
