import { posix } from 'node:path';
import type { StarterCommand, StarterPorts } from './findings.ts';
import { isIgnoredByGit, isThere, listFiles, readIfThere } from './repository-files.ts';

const python = '.venv/bin/python';
const venv: StarterCommand = {
  command: ['python3', '-m', 'venv', '.venv'],
  because: 'an environment of its own for each side',
};
const pip = [python, '-m', 'pip', 'install', '--quiet'];

/** Which file says who installs, how to install exactly what it lists into .venv, and how to add to that. */
const installers: readonly {
  lockFile: string;
  program: string;
  commands: readonly string[][];
  add: readonly string[];
}[] = [
  {
    ...{ lockFile: 'uv.lock', program: 'uv' },
    commands: [['uv', 'sync', '--frozen', '--all-packages', '--all-groups']],
    add: ['uv', 'pip', 'install', '--quiet', '--python', python],
  },
  {
    ...{ lockFile: 'poetry.lock', program: 'poetry', add: pip },
    commands: [venv.command, ['poetry', 'install', '--no-interaction']],
  },
  {
    ...{ lockFile: 'pdm.lock', program: 'pdm', add: pip },
    commands: [venv.command, ['pdm', 'install', '--frozen-lockfile', '--group', ':all']],
  },
  {
    ...{ lockFile: 'Pipfile.lock', program: 'pipenv', add: pip },
    commands: [['env', 'PIPENV_VENV_IN_PROJECT=1', 'pipenv', 'sync', '--dev']],
  },
];

/** What their programs install lies elsewhere, or is more than Python. */
const ofOtherPrograms = ['pylock.toml', 'pixi.lock', 'conda-lock.yml', 'environment.yml'];

/**
 * How a project and what its tests need get into .venv: by the lock file and its program, where the program is there,
 * otherwise by pip, with the groups of dependencies that tests may need.
 * @param packages what the measured tests need besides
 */
export async function setUpPython(
  directory: string,
  packages: ReadonlySet<string>,
  ports: Pick<StarterPorts, 'run'>,
): Promise<StarterCommand[]> {
  const more = (add: readonly string[], wanted: readonly string[]): StarterCommand[] =>
    wanted.length === 0
      ? []
      : [{ command: [...add, ...wanted], because: 'what the measured tests need' }];
  const unused: string[] = [];
  let unlocked = pin;
  for (const file of ofOtherPrograms)
    if (await isThere(directory, file)) unused.push(`; ${file} is not used`);
  for (const { add, commands, lockFile, program } of installers) {
    const lock = (await isThere(directory, lockFile))
      ? ((await readIfThere(directory, lockFile, 50 * 2 ** 20)) ?? '')
      : undefined;
    if (lock === undefined) continue;
    if (await isIgnoredByGit(directory, lockFile, ports)) {
      unused.push(`; git ignores ${lockFile}`);
      continue;
    }
    const tried = await ports.run([program, '--version'], { directory, timeoutMs: 30_000 });
    if (tried.status !== 0) {
      unused.push(`; ${lockFile} is not used, because ${program} is not installed here`);
      unlocked = `install ${program}, which installs what ${lockFile} lists, remove perigee.yml and run init again`;
      continue;
    }
    const because = `what ${lockFile} lists`;
    const missing = [...packages].filter((name) => !lock.includes(`"${name}"`));
    return [...commands.map((command) => ({ command, because })), ...more(add, missing)];
  }
  const groups = await readGroups(directory);
  const isPackage =
    (await isThere(directory, 'pyproject.toml')) ||
    (await isThere(directory, 'setup.cfg')) ||
    (await isThere(directory, 'setup.py'));
  const extras = groups.extras.length === 0 ? '' : `[${groups.extras.join(',')}]`;
  const own = isPackage ? ['-e', `.${extras}`] : [];
  // A package says itself what it needs; its requirements.txt is mostly something else.
  const hasOwn = !isPackage && (await isThere(directory, 'requirements.txt'));
  const files = hasOwn ? ['requirements.txt', ...groups.files] : groups.files;
  const listed = files.flatMap((file) => ['-r', file]);
  const { areExact, names } = await readRequirements(directory, files);
  const all = [...groups.packages, ...packages].filter((name) => !names.has(nameOf(name)));
  const wanted = all.filter((name, place) => all.map(nameOf).indexOf(nameOf(name)) === place);
  const isPinned = !isPackage && areExact && wanted.every((one) => exact.test(one));
  return [
    venv,
    {
      ...{ command: [...pip, ...own, ...listed], ...(!isPinned && { unlocked }) },
      because: `what the project needs${unused.join('')}`,
    },
    ...more(pip, wanted),
  ];
}

const exact = /^[\w.-]+(\[[^\]]*\])?\s*={2,3}\s*[^\s*,;]+\s*(;.*)?$/;

/** What the files list, with those that they include, and whether each line names one version. */
async function readRequirements(
  directory: string,
  listed: readonly string[],
): Promise<{ names: ReadonlySet<string>; areExact: boolean }> {
  const names = new Set<string>();
  let areExact = true;
  const files = new Set(listed);
  for (const file of files) {
    const text = file.startsWith('..') ? undefined : await readIfThere(directory, file);
    areExact &&= text !== undefined;
    const lines = (text ?? '').replaceAll(/\\\n/g, ' ').split('\n');
    for (const line of lines.map((one) => one.replace(/(^|\s)#.*|\s--hash=.*/, '').trim())) {
      const more = /^(?:-r|--requirement)[\s=]*([\w./-]+)$/.exec(line)?.[1];
      if (more !== undefined) files.add(posix.join(posix.dirname(file), more));
      else if (/^\w/.test(line)) {
        // A marker may leave it out.
        if (!line.includes(';')) names.add(nameOf(line));
        areExact &&= exact.test(line);
      } else if (line !== '' && !/^(-i|--(index-url|extra-index-url|require-hashes))\b/.test(line))
        areExact = false;
    }
  }
  return { names, areExact };
}

/** `pytest-benchmark[histogram]>=5; python_version > "3.8"` → `pytest-benchmark` */
function nameOf(requirement: string): string {
  return (/^[\w.-]+/.exec(requirement)?.[0] ?? requirement).toLowerCase().replaceAll(/[._]/g, '-');
}

const pin =
  'run `uv lock`, commit uv.lock, remove perigee.yml and run init again; or write exact versions';

interface Groups {
  /** Requirements as pip takes them. */
  packages: string[];
  /** The project itself. */
  extras: string[];
  /** Files that list requirements. */
  files: string[];
}

/** Groups that tests need; those for documents, linters and releases do not matter. */
const ofTests = /^(all|ci|default|dev\w*|tests?|testing|unit\w*|bench\w*|perf\w*)$/i;
const requirementFiles =
  /^((dev|tests?|bench\w*|perf\w*)[-_.]requirements|requirements[-_.](dev\w*|tests?|testing|bench\w*|perf\w*))\.(txt|lock)$/;

async function readGroups(directory: string): Promise<Groups> {
  const project = readTables((await readIfThere(directory, 'pyproject.toml')) ?? '');
  const config = (await readIfThere(directory, 'setup.cfg')) ?? '';
  const tox = (await readIfThere(directory, 'tox.ini')) ?? '';
  const groups: Groups = { packages: [], extras: [], files: [] };
  for (const [table, text] of project) {
    const poetry = /^tool\.poetry\.(?:group\.([\w-]+)\.dependencies|dev-dependencies)$/.exec(table);
    if (poetry !== null) {
      if (ofTests.test(poetry[1] ?? 'dev')) groups.packages.push(...readPoetry(text));
      continue;
    }
    const hatch = /^tool\.hatch\.envs\.([\w-]+)$/.exec(table)?.[1];
    for (const [key, list] of readLists(text)) {
      if (table === 'project.optional-dependencies') {
        if (ofTests.test(key)) groups.extras.push(key);
      } else if (
        (['dependency-groups', 'tool.pdm.dev-dependencies'].includes(table) && ofTests.test(key)) ||
        (table === 'tool.uv' && key === 'dev-dependencies') ||
        (hatch !== undefined && ofTests.test(hatch) && /^(extra-)?dependencies$/.test(key))
      ) {
        groups.packages.push(...list);
      }
    }
  }
  const extras =
    /^\[options\.extras_require\]\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(config)?.[1] ?? '';
  for (const [, key = ''] of extras.matchAll(/^([\w-]+)\s*=/gm))
    if (ofTests.test(key)) groups.extras.push(key);
  const deps = /^\[testenv\]\n(?:(?!\[).*\n)*?deps\s*=(.*(?:\n[ \t]+.*)*)/m.exec(tox)?.[1] ?? '';
  for (const line of deps.split('\n').map((one) => one.replace(/#.*/, '').trim())) {
    const file = /^-r\s*(?:\{toxinidir\}\/)?([\w./-]+)$/.exec(line)?.[1];
    if (file !== undefined) groups.files.push(file);
    else if (/^[A-Za-z][\w.-]*(\[[\w,]+\])?\s*([<>=!~][\w.,<>=!~* ]*)?$/.test(line))
      groups.packages.push(line);
  }
  for (const file of await listFiles(directory, /\.(txt|lock)$/)) {
    const isListed =
      requirementFiles.test(file) ||
      /^requirements\/(dev\w*|tests?|testing|bench\w*|perf\w*)\.txt$/.test(file);
    if (isListed && !groups.files.includes(file)) groups.files.push(file);
  }
  return groups;
}

/** The tables of a TOML file and their text: enough for what is looked for, and never a reason to fail. */
function readTables(text: string): [table: string, text: string][] {
  const parts = text.split(/^\s*\[([\w."-]+)\]\s*(?:#.*)?$/m);
  return parts.flatMap((part, i) =>
    i % 2 === 1 ? [[part.replaceAll('"', ''), parts[i + 1] ?? '']] : [],
  );
}

/** `dev = ["pytest>=8", { include-group = "test" }]`: the texts of each list. */
function readLists(text: string): [key: string, list: string[]][] {
  const clean = text.replaceAll(/(^|\s)#.*$/gm, '');
  return [...clean.matchAll(/^\s*"?([\w-]+)"?\s*=\s*\[((?:"[^"]*"|'[^']*'|[^\]"'])*)\]/gm)].map(
    ([, key = '', list = '']) => [
      key,
      [...list.replaceAll(/\{[^}]*\}/g, '').matchAll(/"([^"]*)"|'([^']*)'/g)].map(
        ([, one, other]) => one ?? other ?? '',
      ),
    ],
  );
}

/** `pytest = "^8"`, `attrs = { version = "22.1.0", extras = ["tests"] }`; what comes from elsewhere is left out. */
function readPoetry(text: string): string[] {
  return [...text.matchAll(/^\s*"?([\w.-]+)"?\s*=\s*(.+)$/gm)].flatMap(
    ([, name = '', value = '']) => {
      if (name === 'python' || /\b(git|path|url)\s*=/.test(value)) return [];
      const version =
        /^\{.*?\bversion\s*=\s*["']([^"']+)/.exec(value)?.[1] ?? /^["']([^"']*)/.exec(value)?.[1];
      if (version === undefined) return [];
      const extras =
        /\bextras\s*=\s*\[([^\]]*)\]/.exec(value)?.[1]?.replaceAll(/["'\s]/g, '') ?? '';
      return [`${name}${extras === '' ? '' : `[${extras}]`}${limitVersion(version)}`];
    },
  );
}

/** A range of Poetry as pip writes it: `^1.2` → `>=1.2,<2`, `22.1.0` → `==22.1.0`. */
function limitVersion(range: string): string {
  return range
    .split(',')
    .map((each) => each.trim())
    .map((each) => {
      const [, sign = '', version = ''] = /^([\^~]?)=?\s*(\d[\w.]*)$/.exec(each) ?? [];
      if (version === '') return each === '*' ? '' : each.replaceAll(' ', '');
      if (sign === '') return each.startsWith('~') ? each : `==${version}`;
      const parts = version.split('.').map(Number);
      const first = parts.findIndex((part) => part > 0);
      const kept = sign === '^' ? Math.max(first, 0) : Math.min(1, parts.length - 1);
      const next = parts.slice(0, kept + 1).map((part, i) => (i === kept ? part + 1 : part));
      return `>=${version},<${next.join('.')}`;
    })
    .join(',');
}
