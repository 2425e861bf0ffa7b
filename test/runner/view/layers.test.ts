import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import { Layers } from '../../../src/runner/view/layers.ts';
import { Originals } from '../../../src/runner/view/originals.ts';
import { compareVersions, makeVersions, views } from '../stage/compare-versions.ts';
import { makeFolder } from '../stage/make-repository.ts';

const own = { before: ['before'], after: ['after'] };
const files = { 'a.txt': 'VERSION' };
const sh = (script: string): string[] => ['sh', '-c', script];

describe.runIf(views !== undefined)('outside of the checkout', () => {
  const places = [
    ['the home', 'HOME', ''],
    ['a folder that a variable names', 'CACHES', ''],
    ['a folder that a variable names and setup makes', 'TARGET', '/not/there'],
  ] as const;

  test.each(places.slice(0, countTrials({ byNight: 3, byDay: 1 })))(
    'setup of each side writes into %s of its own',
    async (_which, name, more) => {
      const folder = makeFolder();
      const { record, said } = await compareVersions(makeVersions(files), {
        environment: { [name]: folder + more },
        setup: [sh(`mkdir -p $${name} && cp a.txt $${name}/installed`)],
        command: sh(`cat $${name}/installed`),
        inView: true,
      });
      expect(said).toEqual(own);
      expect(record.problems).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.skipIf(views?.rights !== 'root')(
    'setup of each side installs into a place for local programs of its own',
    async () => {
      const file = `/usr/local/bin/perigee-test-${process.pid}`;
      onTestFinished(() => rmSync(file, { force: true }));
      const { record, said } = await compareVersions(makeVersions(files), {
        setup: [sh(`{ echo '#!/bin/sh'; echo "echo $(cat a.txt)"; } > ${file}; chmod +x ${file}`)],
        command: [file],
        inView: true,
      });
      expect(said).toEqual(own);
      expect(record.problems).toEqual([]);
      expect(readdirSync('/usr/local/bin')).not.toContain(file);
    },
  );

  test.each(
    ['CACHES', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME'].slice(0, countTrials({ byNight: 4, byDay: 1 })),
  )(
    'each execution finds the folder that %s names as setup left it, and the machine keeps it',
    async (name) => {
      const folder = makeFolder({ file: 'of the user\n' });
      const { said } = await compareVersions(makeVersions(files), {
        environment: { [name]: folder },
        suite: { repeats: 3, maxRepeats: 3 },
        setup: [sh(`cp a.txt $${name}/built`)],
        command: sh(
          `cat $${name}/file $${name}/built; echo x >> $${name}/counted; wc -l < $${name}/counted`,
        ),
        inView: true,
      });
      const each = (side: string): string[] => [`of the user\n${side}1`];
      expect(said).toEqual({ before: each('before'), after: each('after') });
      expect(readdirSync(folder)).toEqual(['file']);
    },
  );

  test.each([
    ['a program', 'bin/tool', 0o755, true],
    ['a package', 'lib/node_modules/a/index.js', 0o644, true],
    ['a program in a cache', '.cache/go-build/tool', 0o755, false],
    ['a setting', '.config/a.json', 0o644, false],
  ])('setup has put code outside with %s', (_which, name, mode, isCode) => {
    const [folder, own] = [makeFolder(), makeFolder()];
    const all = [folder];
    const layers = new Layers(own, own, new Originals(join(own, 'originals'), [folder]));
    expect(layers.findInstalled(all)).toBeUndefined();
    const [first] = layers.keeping(all).mounts;
    const file = join(first && 'overlay' in first ? first.overlay.upper : '', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '', { mode });
    expect(layers.findInstalled(all)).toBe(isCode ? join(folder, name) : undefined);
  });

  test('a server of the machine answers at its socket', async () => {
    const socket = join(makeFolder(), 'socket');
    const server = createServer((client) => client.end('answer'));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const ask =
      'import socket, sys; s = socket.socket(1); s.connect(sys.argv[1]); print(s.recv(9))';
    const { said } = await compareVersions(makeVersions(files), {
      command: ['python3', '-c', `open("a.txt").read(); ${ask}`, socket],
      inView: true,
    });
    expect(said).toEqual({ before: ["b'answer'"], after: ["b'answer'"] });
  });
});
