import { posix } from 'node:path';
import type { StarterTest } from './findings.ts';
import { inspectScripts, isBenchmarkName, type Place, type Share } from './node-scripts.ts';
import { asMap, parseJson } from './package-file.ts';
import { isThere, listFiles, readIfThere } from './repository-files.ts';

interface Target {
  project: string;
  /** The folder of the project, from the root. */
  folder: string;
  name: string;
  /** The directory of its command, from the root. */
  cwd: string;
  /** Absent where something else than one command runs it. */
  command?: string;
  executor: string;
}

/** The benchmarks among the targets of an nx workspace: what nx runs, without nx, which may answer from its cache. */
export async function inspectNx(root: Place): Promise<Share> {
  const share: Share = { benchmarks: [], passedOver: [] };
  for (const target of await listTargets(root)) {
    const { command, cwd, executor, folder, name, project } = target;
    if (command === undefined) {
      const why = `${executor} runs it, and nx may answer from its cache: make the program that it starts a test, with its numbers`;
      share.passedOver.push({ what: `nx run ${project}:${name}`, why });
      continue;
    }
    const own = await inspectScripts({
      ...root,
      directory: posix.join(root.directory, cwd),
      file: { scripts: { [name]: command }, dependencies: root.file.dependencies },
      members: [],
      bin: () => posix.join(posix.relative(cwd, '.'), 'node_modules/.bin'),
    });
    share.benchmarks.push(...own.benchmarks.map((test) => runDirectly(test, target, root.run)));
    for (const { why } of own.passedOver) {
      share.passedOver.push({ what: `${folder} ${name}`, why });
    }
  }
  return share;
}

/** A command that needs a shell gets one: the script has no name that npm knows. */
function runDirectly(
  test: StarterTest,
  { command = '', cwd, folder, name, project }: Target,
  run: string,
): StarterTest {
  const [program, verb, , ...options] = test.command;
  const isScript = program === run && verb === 'run';
  const more = options.filter((one, i) => i > 0 || one !== '--');
  return {
    ...test,
    name: `${folder} ${name}`,
    ...(cwd === '.' ? {} : { directory: cwd }),
    command: isScript ? inShell(command, more) : test.command,
    because: test.because.replace(
      /^the script "[^"]*" of package\.json[^;]*(?:; it includes[^;]*)?/,
      `the target ${project}:${name} of nx, without nx and its cache`,
    ),
  };
}

function inShell(command: string, options: readonly string[]): string[] {
  return options.length === 0
    ? ['sh', '-c', command]
    : ['sh', '-c', `${command} "$@"`, 'sh', ...options];
}

async function listTargets({ directory, members }: Place): Promise<Target[]> {
  if (!(await isThere(directory, 'nx.json'))) return [];
  const defaults = asMap(asMap(await readJson(directory, 'nx.json'))['targetDefaults']);
  const targets: Target[] = [];
  for (const file of await listFiles(directory, /^(project|package)\.json$/)) {
    const folder = posix.dirname(file);
    const content = asMap(await readJson(directory, file));
    const own = file.endsWith('project.json') ? content : asMap(content['nx']);
    const scripts = members.find((one) => one.folder === folder)?.scripts ?? {};
    const project = [own['name'], content['name'], posix.basename(folder)].find(
      (one) => typeof one === 'string',
    ) as string;
    for (const [name, value] of Object.entries(asMap(own['targets']))) {
      if (!isBenchmarkName(name) || name in scripts) continue;
      const target = { ...asMap(defaults[name]), ...asMap(value) };
      targets.push({ project, folder, name, ...readTarget(target, { folder, project }) });
    }
  }
  return targets;
}

async function readJson(directory: string, file: string): Promise<unknown> {
  return parseJson((await readIfThere(directory, file)) ?? '');
}

/** `command` is short for the executor that runs commands. */
function readTarget(
  target: Record<string, unknown>,
  { folder, project }: { folder: string; project: string },
): Pick<Target, 'command' | 'cwd' | 'executor'> {
  const options = asMap(target['options']);
  const fill = (text: string): string =>
    text
      .replaceAll('{projectRoot}', folder)
      .replaceAll('{workspaceRoot}', '.')
      .replaceAll('{projectName}', project);
  const executor =
    typeof target['executor'] === 'string' ? target['executor'] : 'an executor of nx';
  const { commands } = options;
  const listed = Array.isArray(commands) && commands.length === 1 ? (commands[0] as unknown) : '';
  const command = [target['command'], options['command'], listed, asMap(listed)['command']].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  const cwd = posix.normalize(fill(typeof options['cwd'] === 'string' ? options['cwd'] : '.'));
  const isPlain = target['executor'] === undefined || executor.endsWith(':run-commands');
  const known = command !== undefined && isPlain && !cwd.startsWith('..') && cwd !== '/';
  return { executor, cwd, ...(known && { command: fill(command) }) };
}
