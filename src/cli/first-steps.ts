import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listSome } from '../contract/count-things.ts';
import { makePlain } from '../report/plain-text.ts';
import { bisectWorkflowFile } from '../init/bisect-workflow.ts';
import type { RepositoryFindings } from '../init/findings.ts';
import { installed } from '../init/list-needed.ts';
import { placeholder } from '../init/placeholder.ts';
import { isForPerigee, lockFiles, readPackage } from '../init/package-file.ts';
import { isPlaceholder, nameCopy, namePlaceholder } from '../init/find-ci.ts';
import { type CiFile, githubWorkflow } from '../init/workflow-file.ts';
import {
  isIgnored,
  isTracked,
  listUncommitted,
  listUntracked,
  listUntrackedIn,
} from './ask-git.ts';
import { readOwnPackage } from './home.ts';
import { quoteWord } from './program-name.ts';

/** The tests found, the ones passed over, and loudly when nothing is left to measure. */
export function renderRepositoryFindings({
  example,
  tests,
  passedOver,
}: RepositoryFindings): string {
  const lines = tests.map(({ name, because }) => `  ${makePlain(`${name}: ${because}`)}`);
  if (passedOver.length > 0) lines.push('found, and not measured:');
  lines.push(...passedOver.map(({ what, why }) => `  ${makePlain(`${what}: ${why}`)}`));
  if (tests.length > 0) return lines.join('\n');
  return [
    ...lines,
    ...(lines.length === 0 ? [] : ['']),
    `NO BENCHMARK WAS FOUND THAT CAN TURN RED: the test "${placeholder.name}" in perigee.yml only sleeps.`,
    'Name under "tests:" commands that do what your users wait for, each for 0.1 to 10 seconds:',
    '  - name: upload 10,000 files',
    `    command: ${example ?? '[node, bench/upload.mjs]'}`,
  ].join('\n');
}

/** The request to `perigee init`, and its findings. */
export interface Beginning {
  /** Whether there was no perigee.yml. */
  isNew: boolean;
  /** The app is to judge. */
  bot: boolean;
  /** The files of the CI that measures; absent where none is written. */
  ci: CiFile | undefined;
  /** The steps for a pipeline of one's own name no copy of Perigee. */
  isUnnamed?: boolean;
  /** `OWNER/REPO` that has a copy of Perigee, where the person named it. */
  copy?: string | undefined;
  /** The command of setup that failed here, and why. */
  setupFault?: string | undefined;
  /** Packages that setup installs and nothing pins, and how to pin them. */
  unlocked?: readonly string[];
  /** Files that the commands of the suite name. */
  needs?: readonly string[];
  /** Setup and the tests worked in a fresh checkout: setup makes the needed files that git ignores. */
  isTried?: boolean;
}

/**
 * The commands that come next, to be pasted one after the other.
 * @param root of the repository, in which files have just been written
 * @param program how the person calls Perigee
 */
export function renderFirstSteps(
  root: string,
  directory: string,
  program: string,
  { isNew, bot, ci, copy, isTried, isUnnamed, needs = [], setupFault, unlocked = [] }: Beginning,
): string {
  const isKnown = bot && !isNew;
  const message = isKnown ? 'Let the app of Perigee judge' : 'Add Perigee';
  const exposed = listExposed(root, needs);
  // A workflow that names no copy of Perigee would fail on each pull request.
  const isUnready = ci !== undefined && (isUnnamed === true || isPlaceholder(root, ci));
  const suiteFiles = [
    'perigee.yml',
    ...(ci === undefined || isUnready ? [] : [ci.path]),
    bisectWorkflowFile,
    'package.json',
    ...lockFiles,
    '.gitignore',
  ];
  const files = [
    ...new Set([...suiteFiles, ...needs, ...listPackedFiles(root), ...listOwnPackage(root)]),
  ];
  const uncommitted = listUncommitted(root, files);
  if (exposed.length > 0) uncommitted.push('.gitignore');
  const toCommit = files.filter((file) => uncommitted.includes(file));
  const isMade = (file: string): boolean => isTried === true && !lockFiles.includes(basename(file));
  const lost = [...new Set([...lockFiles, ...needs])].filter(
    (file) => !isMade(file) && existsSync(join(root, file)) && isIgnored(root, file),
  );
  const swallowed =
    ci !== undefined && !isUnready && existsSync(join(root, ci.path)) && isIgnored(root, ci.path)
      ? [ci.path]
      : [];
  if (swallowed.length > 0)
    toCommit.push(...[...swallowed, '.gitignore'].filter((file) => !toCommit.includes(file)));
  return [
    ...lost.map(
      (file) => `${file} is ignored by git: a fresh checkout, as setup gets it, lacks it.`,
    ),
    ...exposed.map(
      (folder) => `${folder} is not ignored by git: all of it would count as your change.`,
    ),
    ...swallowed.map(
      (path) =>
        `${path} is ignored by git, so no CI would see it: the last line of .gitignore below brings it back.`,
    ),
    ...unlocked.map(
      (packages) => `NOT PINNED: the sides may get different versions of ${packages}.`,
    ),
    ...listOnlyForPerigee(root),
    'Next:',
    ...(directory === root ? [] : [`  cd ${quoteWord(root)}`]),
    ...addToIgnored(root, [
      ...exposed.map((folder) => `${folder}/`),
      ...swallowed.map((path) => `!${path.split('/')[0]}/`),
    ]),
    ...(setupFault === undefined
      ? []
      : [
          '  # setup fails here, and nothing can be measured until it works:',
          `  #   ${makePlain(setupFault)}`,
        ]),
    ...(isKnown ? [] : [`  ${program} config check   # see what it means`]),
    ...(isUnready ? namePlaceholder(program, ci) : []),
    ...(ci === undefined || copy === undefined ? [] : nameCopy(ci, copy)),
    ...(bot && ci !== githubWorkflow ? namePipeline(program) : []),
    ...nameUntracked(root, [...toCommit, ...exposed, ...(isUnready ? [ci.path] : [])]),
    ...(toCommit.length === 0
      ? []
      : [`  git add ${toCommit.map(quoteWord).join(' ')} && git commit -m '${message}'`]),
    ...(isKnown
      ? []
      : [
          `  ${program} patch          # ${setupFault === undefined ? 'change something, and see what it does' : 'after setup works: change something, and see what it does'}`,
        ]),
    ...(bot ? listBotSteps(program) : []),
  ].join('\n');
}

/** Files that a fresh checkout would lack, such as the benchmark itself. */
function nameUntracked(root: string, known: readonly string[]): string[] {
  const isKnown = (entry: string): boolean =>
    known.some((file) => file === entry || entry.startsWith(`${file}/`));
  const holdsKnown = (entry: string): boolean =>
    entry.endsWith('/') && known.some((file) => file.startsWith(entry));
  const others = listUntracked(root)
    .flatMap((entry) => (holdsKnown(entry) ? listUntrackedIn(root, entry) : [entry]))
    .filter((entry) => !isKnown(entry));
  if (others.length === 0) return [];
  const shown = listSome(others.map(makePlain), 5);
  return [`  # a fresh checkout lacks ${shown}: add what your tests need of it`];
}

/** Packed dependencies in the repository, such as `file:vendor/perigee-0.1.0.tgz`: `npm ci` fails without them. */
function listPackedFiles(root: string): string[] {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return [];
  const dependencies = [...readFileSync(file, 'utf8').matchAll(/"file:(?:\.\/)?([^"]+\.tgz)"/g)];
  return dependencies
    .map(([, path = '']) => path)
    .filter((path) => !/^(\.\.)?\//.test(path) && existsSync(join(root, path)));
}

/** Without a package.json nothing names the file from which colleagues and CI install Perigee. */
function listOwnPackage(root: string): string[] {
  return listUncommitted(root, [`:(glob)**/perigee-${readOwnPackage().version}.tgz`]);
}

/** The app counts the builds of one pipeline, whose name is nowhere in the repository. */
function namePipeline(program: string): string[] {
  return [
    '  # in perigee.yml name the pipeline whose builds the app judges, as in the address of its page:',
    '  #   gate: { pipeline: organisation/pipeline }',
    `  ${program} config check   # says whether the app counts its builds`,
  ];
}

/** npm makes these files where it installs Perigee in a repository of another language. */
function listOnlyForPerigee(root: string): string[] {
  const file = join(root, 'package.json');
  if (!existsSync(file) || isTracked(root, 'package.json')) return [];
  if (!isForPerigee(readPackage(readFileSync(file, 'utf8')))) return [];
  const made = ['package.json', ...lockFiles].filter((name) => existsSync(join(root, name)));
  return [
    `${made.join(' and ')}: nothing but Perigee needs them. Commit them, or delete them with node_modules and use \`npx perigee\`.`,
  ];
}

/** Adds lines to .gitignore, also where its last line was left without an end. */
function addToIgnored(root: string, patterns: readonly string[]): string[] {
  const lines = patterns.map((pattern) => `  echo ${quoteWord(pattern)} >> .gitignore`);
  const file = join(root, '.gitignore');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return lines.length === 0 || text === '' || text.endsWith('\n')
    ? lines
    : ['  echo >> .gitignore', ...lines];
}

/** Folders that are there, or will be with the next install, and that git would take for sources. */
function listExposed(root: string, needs: readonly string[]): string[] {
  const packages = needs.filter((file) => file.endsWith('/package.json')).map(dirname);
  const nested = packages.map((folder) => `${folder}/node_modules`);
  return [...installed, ...nested].filter((folder) => {
    const isExpected =
      folder.endsWith('node_modules') && existsSync(join(root, dirname(folder), 'package.json'));
    if (!isExpected && !existsSync(join(root, folder))) return false;
    // A pattern that ends with a slash fits folders only, and this one may not exist yet.
    return !isIgnored(root, `${folder}/`) && !isTracked(root, folder);
  });
}

/**
 * The way from a workflow that measures to an app that judges, in short.
 * @param program how the person calls Perigee
 */
function listBotSteps(program: string): string[] {
  return [
    '  # then the app, where the service will run; docs/bot.md has every step:',
    `  ${program} bot setup --webhook-url https://perigee.example.com   # your address for it`,
    '  # install the app where the pull requests are: setup shows the address',
    `  ${program} serve           # judges from now on; in another terminal:`,
    `  ${program} bot check       # whether the app has all it needs, and webhooks arrive`,
    '  # open a pull request: its check "perigee" appears within seconds',
  ];
}
