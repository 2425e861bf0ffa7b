import type { StarterCommand, StarterPorts } from './findings.ts';
import { exact, nameOf, readGroups, readNeeds, readRequirements } from './python-packages.ts';
import { isIgnoredByGit, isThere, readIfThere } from './repository-files.ts';

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
  let unlocked: string | undefined;
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
  const { loose, names } = await readRequirements(directory, files);
  const all = [...groups.packages, ...packages].filter((name) => !names.has(nameOf(name)));
  const wanted = all.filter((name, place) => all.map(nameOf).indexOf(nameOf(name)) === place);
  const needs = isPackage ? await readNeeds(directory, groups.extras) : [];
  const unpinned = [
    ...(loose.length === 0 ? [] : [`those that ${loose.join(' and ')} names without \`==\``]),
    ...(needs?.every((one) => names.has(nameOf(one))) === true
      ? []
      : ['those that the project itself needs (`-e .`)']),
    ...wanted.filter((one) => !exact.test(one)).map(nameOf),
    // Every list of all that is installed has what pytest needs.
    ...(names.has('pytest') && !names.has('pluggy')
      ? [`those that the packages of ${files.join(' and ')} need in turn`]
      : []),
  ];
  const canLock = /^\[project\]/m.test((await readIfThere(directory, 'pyproject.toml')) ?? '');
  const freeze = explainFreeze([...loose, ...files]);
  const remedy = unlocked ?? (canLock ? `${lockByUv}; or ${freeze}` : freeze);
  const pinning =
    unpinned.length === 0 ? {} : { unlocked: remedy, loose: `packages (${unpinned.join(', ')})` };
  return [
    venv,
    {
      ...{ command: [...pip, ...own, ...listed], ...pinning },
      because: `what the project needs${unused.join('')}`,
    },
    ...more(pip, wanted),
  ];
}

const lockByUv = 'run `uv lock`, commit uv.lock, remove perigee.yml and run init again';

/** @param files that setup installs already, first those that pin too little */
function explainFreeze(files: readonly string[]): string {
  const [file = 'requirements-dev.txt'] = files;
  const again = files.length === 0 ? ', remove perigee.yml and run init again' : '';
  return `run \`pip freeze --exclude-editable > ${file}\` where your tests pass, and commit ${file}${again}`;
}
