import { posix } from 'node:path';
import { listFiles, readIfThere } from './repository-files.ts';

export const exact = /^[\w.-]+(\[[^\]]*\])?\s*={2,3}\s*[^\s*,;]+\s*(;.*)?$/;

/** What the files list, with those that they include, and which of them have lines that name no version. */
export async function readRequirements(
  directory: string,
  listed: readonly string[],
): Promise<{ names: ReadonlySet<string>; loose: readonly string[] }> {
  const names = new Set<string>();
  const loose = new Set<string>();
  const files = new Set(listed);
  for (const file of files) {
    const text = file.startsWith('..') ? undefined : await readIfThere(directory, file);
    if (text === undefined) loose.add(file);
    const lines = (text ?? '').replaceAll(/\\\n/g, ' ').split('\n');
    for (const line of lines.map((one) => one.replace(/(^|\s)#.*|\s--hash=.*/, '').trim())) {
      const more = /^(?:-r|--requirement)[\s=]*([\w./-]+)$/.exec(line)?.[1];
      if (more !== undefined) files.add(posix.join(posix.dirname(file), more));
      else if (/^\w/.test(line)) {
        // A marker may leave it out, unless it is that of an exported lock file.
        const [, marker = ''] = line.split(';');
        const isThere = marker === '' || /^ *python_(full_)?version *>=/.test(marker);
        if (isThere && !/platform|os_name/.test(marker)) names.add(nameOf(line));
        if (!exact.test(line)) loose.add(file);
      } else if (/^(-e\b|--editable\b|[^-])/.test(line)) loose.add(file);
    }
  }
  return { names, loose: [...loose] };
}

/**
 * What a package itself needs.
 * @param extras that are installed with it
 * @returns undefined where only its build can say
 */
export async function readNeeds(
  directory: string,
  extras: readonly string[],
): Promise<string[] | undefined> {
  const read = async (file: string): Promise<string> => (await readIfThere(directory, file)) ?? '';
  const [project, config, program] = [
    await read('pyproject.toml'),
    await read('setup.cfg'),
    await read('setup.py'),
  ];
  const needs: string[] = [];
  for (const [table, text] of readTables(project)) {
    if (table === 'tool.poetry.dependencies') needs.push(...readPoetry(text));
    for (const [key, list] of readLists(text)) {
      if (table === 'project' && key === 'dynamic' && list.includes('dependencies')) return;
      const isExtra = table === 'project.optional-dependencies' && extras.includes(key);
      if (isExtra || (table === 'project' && key === 'dependencies')) needs.push(...list);
    }
  }
  const isExtraOfConfig = extras.length > 0 && config.includes('[options.extras_require]');
  const listed = /^install_requires\s*=(.*(?:\n[ \t]+.*)*)/m.exec(config)?.[1]?.split('\n') ?? [];
  const lines = listed.map((line) => line.replace(/#.*/, '').trim()).filter((line) => line !== '');
  if (isExtraOfConfig || lines.some((line) => !/^\w/.test(line) || line.startsWith('file:')))
    return;
  needs.push(...lines);
  if (!program.includes('install_requires')) return needs;
  const list = /install_requires\s*=\s*\[((?:\s|,|"[^"]*"|'[^']*')*)\]/.exec(program)?.[1];
  if (list === undefined) return;
  return [...needs, ...[...list.matchAll(/["']([^"']+)["']/g)].map(([, one = '']) => one)];
}

/** `pytest-benchmark[histogram]>=5; python_version > "3.8"` → `pytest-benchmark` */
export function nameOf(requirement: string): string {
  return (/^[\w.-]+/.exec(requirement)?.[0] ?? requirement).toLowerCase().replaceAll(/[._]/g, '-');
}

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

export async function readGroups(directory: string): Promise<Groups> {
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
