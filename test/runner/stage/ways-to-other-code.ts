import { execFileSync } from 'node:child_process';
import { readdirSync, symlinkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison } from './compare-versions.ts';
import { type Versions, makeVersions } from './compare-versions.ts';

const python = { 'src/w.py': 'side = "VERSION"', 'bench.py': 'from w import side\nprint(side)' };
const workspace = {
  '.gitignore': 'node_modules\n',
  'packages/lib/package.json': '{ "name": "lib", "type": "module", "main": "index.js" }',
  'packages/lib/index.js': 'export const side = "VERSION";',
  'bench.mjs': 'import { side } from "lib"; console.log(side);',
};

export interface Way {
  name: string;
  /** The file of the user's checkout that it leads to. */
  to: string;
  plant(): { versions: Versions; comparison: Comparison; /** What leads there. */ by: string };
}

/** How a test comes to read the code of the user's checkout in the place of its side's. */
export const waysToOtherCode: readonly Way[] = [
  {
    name: 'a variable',
    to: 'src/w.py',
    plant: () => {
      const versions = makeVersions(python);
      const path = join(versions.root, 'src');
      const comparison = { command: ['python3', 'bench.py'], environment: { PYTHONPATH: path } };
      return { versions, comparison, by: `by PYTHONPATH=${path}` };
    },
  },
  {
    name: 'an editable installation',
    to: 'src/w.py',
    plant: () => {
      const versions = makeVersions({ ...python, '.gitignore': '.venv\n' });
      const venv = join(versions.root, '.venv');
      execFileSync('python3', ['-m', 'venv', '--without-pip', venv]);
      const [version = ''] = readdirSync(join(venv, 'lib'));
      const file = join(venv, 'lib', version, 'site-packages', 'w.pth');
      writeFileSync(file, `${join(versions.root, 'src')}\n`);
      const comparison = { command: [join(venv, 'bin', 'python'), 'bench.py'] };
      return { versions, comparison, by: `by the editable installation ${file}` };
    },
  },
  {
    name: 'a link that setup makes',
    to: 'packages/lib/index.js',
    plant: () => {
      const versions = plantWorkspace();
      const setup = [['ln', '-s', join(versions.root, 'node_modules'), 'node_modules']];
      const comparison = { setup, command: ['node', 'bench.mjs'] };
      return { versions, comparison, by: 'by the link ' };
    },
  },
];

/** The packages of a workspace are links in `node_modules`. */
export function plantWorkspace(): Versions {
  const versions = makeVersions(workspace);
  mkdirSync(join(versions.root, 'node_modules'));
  symlinkSync('../packages/lib', join(versions.root, 'node_modules', 'lib'));
  return versions;
}
