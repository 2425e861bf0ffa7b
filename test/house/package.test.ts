import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTrackedFiles, readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { fetchNode, supportedNodes } from '../servers/node-versions.ts';

describe('the package', () => {
  /** What `npm install perigee` leaves, packed from this tree: a project with one test and one change. */
  let folder: string;
  let project: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'perigee-package-'));
    project = join(folder, 'project');
    mkdirSync(project);
    const root = join(import.meta.dirname, '../..');
    const packed = npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'a', type: 'module' }));
    npm(project, 'install', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, filename));
    removeOldChunks(join(project, 'node_modules/perigee/dist'));
    writeProject();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the package and all it depends on take less than 13 MB', () => {
    const [kilobytes = ''] = run('du', ['-sk', 'node_modules']).stdout.split('\t');
    expect(Number(kilobytes)).toBeLessThan(13_000);
  });

  test('beside Perigee nothing is installed but the optional koffi', () => {
    const names = readdirSync(join(project, 'node_modules')).filter(
      (name) => !name.startsWith('.'),
    );
    expect(names.toSorted()).toEqual(['@koromix', 'koffi', 'perigee']);
    expect(readdirSync(join(project, 'node_modules/@koromix')).join()).toContain('koffi');
  });

  describe.each(supportedNodes)('on Node %i', (major) => {
    const environment = (): NodeJS.ProcessEnv => ({
      ...process.env,
      PATH: [dirname(fetchNode(major)), process.env['PATH']].join(delimiter),
    });
    const perigee = (...args: string[]): ReturnType<typeof run> =>
      run(fetchNode(major), ['node_modules/perigee/bin/perigee.mjs', ...args], environment());

    test('a change is measured, with the spans of a test that runs on it too, and shown again as a page', () => {
      const { status, stderr } = perigee('compare', 'HEAD~1', 'HEAD', '--affected', 'all');
      expect(stderr).not.toContain('defect');
      expect(status, stderr).toBeOneOf([0, 4]);
      const runs = join(project, '.perigee/runs');
      const newest = readdirSync(runs).toSorted().at(-1) ?? '';
      const verdict = parseDocument(
        'verdict',
        readFileSync(join(runs, newest, 'verdict.json'), 'utf8'),
        'verdict.json',
      );
      const spans = new Set(verdict.series.map(({ span }) => span));
      expect([...spans]).toContain('work');
      const page = perigee('report', '--format', 'html');
      expect(page.status).toBe(0);
      expect(page.stdout).toContain('<!doctype html>');
    });

    test('the service starts, or says which Node it needs', () => {
      const { status, stdout, stderr } = perigee('serve', '--check');
      expect(status).toBe(major < 24 ? 3 : 0);
      if (major < 24) expect(stderr).toContain('needs Node 24');
      else expect(stdout).toContain('no bot');
    });
  });

  /** A tree that was built several times within an hour has chunks of each time; a release is built once. */
  function removeOldChunks(dist: string): void {
    const needed = new Set(readdirSync(dist).filter((name) => name.endsWith('.mjs')));
    for (const file of needed) {
      const text = readFileSync(join(dist, file), 'utf8');
      const base = dirname(file);
      for (const [, name = ''] of text.matchAll(/["'](\.{1,2}\/[\w./-]+\.mjs)["']/g)) {
        const imported = join(base, name);
        // Where a program looks for another one beside it, or above, only one of the two is there.
        const isThere = existsSync(join(dist, imported));
        if (imported.startsWith('chunks/') && isThere) needed.add(imported);
      }
    }
    for (const name of readdirSync(join(dist, 'chunks'))) {
      if (!needed.has(join('chunks', name))) rmSync(join(dist, 'chunks', name));
    }
  }

  function writeProject(): void {
    const command = JSON.stringify(['node', 'bench.mjs']);
    writeFileSync(
      join(project, 'perigee.yml'),
      `version: 1\nsuite: a\nrepeats: 2\nmaxRepeats: 2\ntests:\n  - name: count\n    command: ${command}\n`,
    );
    writeFileSync(
      join(project, 'bench.mjs'),
      `import { profile } from 'perigee';
     await profile('work', () => { for (let i = 0; i < 3e6; i++) Math.sqrt(i); });`,
    );
    writeFileSync(join(project, '.gitignore'), 'node_modules/\n.perigee/\n');
    const git = (...args: string[]): void => {
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
      execFileSync('git', [...author, ...args], { cwd: project, stdio: 'ignore' });
    };
    git('init');
    git('add', '.');
    git('commit', '--message', 'one');
    git('commit', '--allow-empty', '--message', 'two');
  }

  function npm(cwd: string, ...args: string[]): string {
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${args.join(' ')}:\n${stdout}${stderr}`);
    return stdout;
  }

  function run(program: string, args: readonly string[], env = process.env) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: project,
      encoding: 'utf8',
      env,
    });
    return { status, stdout, stderr };
  }
});

/** Without the folders that npm puts first, `node` is the one of the machine, which may be older. */
const machinePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

test("the built program starts on the machine's own Node", () => {
  const program = join(root, 'bin/perigee.mjs');
  const { status, stdout, stderr } = spawnSync('node', [program, '--version'], {
    env: { ...process.env, PATH: machinePath },
    encoding: 'utf8',
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(new RegExp(`^${version} \\(.*Node v\\d`));
});

const lines = readTracked('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n');
/** Of each image, what stands below its FROM. */
const images = lines.reduce<string[][]>((all, line) => {
  if (line.startsWith('FROM ')) all.push([]);
  all.at(-1)?.push(line);
  return all;
}, []);
const starts = (words: string) => images.filter((image) => image[0]?.startsWith(words));

test('each file that an image copies from the repository is in it', () => {
  const copied = lines
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1));
  const tracked = new Set(listTrackedFiles().flatMap((file) => [file, file.split('/')[0] ?? '']));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((file) => !tracked.has(file))).toEqual([]);
});

test('npm finds no script of the package to run where it is installed, nor to warn of', () => {
  const { scripts } = JSON.parse(readTracked('package.json')) as { scripts: object };
  const warned = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare'];
  expect(warned.filter((name) => name in scripts)).toEqual([]);
});

test('the package that the tool is installed from has all that package.json lists', () => {
  const { files } = JSON.parse(readTracked('package.json')) as { files: string[] };
  const there = lines.filter((line) => line.startsWith('COPY ')).join(' ');
  const missing = files
    .filter((file) => !file.startsWith('!') && file !== 'dist')
    .filter((file) => !there.includes(` ${file} `));
  expect(missing).toEqual([]);
});

test('the tool and the service, which is built without a target, run as a user of their own', () => {
  const [tool, service] = [starts('FROM node:24-bookworm-slim AS tool')[0], images.at(-1)];
  for (const image of [tool, service]) {
    const users = image?.filter((line) => line.startsWith('USER ')) ?? [];
    expect(users.at(-1)).toBe('USER node');
  }
  expect(service?.join('\n')).toContain('CMD ["serve"]');
});
