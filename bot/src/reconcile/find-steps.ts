import { Refused } from '../../../src/transport/platform-errors.ts';
import type { Change } from '../change/read-change.ts';
import { suiteFile } from '../change/read-configuration.ts';
import type { GithubSide } from '../github/open-github-side.ts';

/** The changed steps among those that measure, as far as they can be known. */
export interface ChangedSteps {
  /** Files that say what is run: workflows, actions, pipelines. */
  changed: string[];
  /** Changed files that those name by their path, such as a script. */
  mentioned: string[];
  /** Files that may have changed, without a way to tell. */
  unknown: string[];
}

/** GitHub nests reusable workflows ten deep. Each file is a request once for each base commit. */
const mostLevels = 10;
const mostFiles = 20;
/** Most characters read of one file; what follows is unknown. */
const longestText = 200_000;
const tooMany = 'files that it runs (this change has 3,000 files or more)';

/**
 * Follows a workflow through the reusable workflows and actions of its own repository. What is not changed is read
 * where the change began: many changes begin at the same commit, and ask for the same files.
 * @param change of a pull request
 */
export async function findWorkflowSteps(
  github: Pick<GithubSide, 'readFile'>,
  { before, changedFiles, head, subject }: Change,
  workflow: string,
): Promise<ChangedSteps> {
  const files = changedFiles && new Set(changedFiles);
  const found: ChangedSteps = { changed: [], mentioned: [], unknown: [] };
  const words = new Set<string>();
  const foreign = new Set<string>();
  const seen = new Set<string>();
  const read = (path: string, ref: string) => github.readFile(subject.repository, path, ref);

  const readText = (path: string, text: string): Mentions => {
    if (text.length > longestText) found.unknown.push(`what the rest of ${path} runs`);
    return readMentions(text.slice(0, longestText));
  };
  /** @returns what the file names, as the change has it; undefined where there is no such file */
  const visit = async (path: string): Promise<Mentions | undefined> => {
    seen.add(path);
    try {
      if (files !== undefined) {
        if (files.has(path)) found.changed.push(path);
        const text = await read(path, files.has(path) ? head : (before ?? head));
        return text === undefined ? undefined : readText(path, text);
      }
      const [old, now] = await Promise.all([
        before === undefined ? undefined : read(path, before),
        read(path, head),
      ]);
      if (old !== now) found.changed.push(path);
      return now === undefined ? undefined : readText(path, now);
    } catch (error) {
      if (!(error instanceof Refused) || error.isOfInstallation) throw error;
      found.unknown.push(`what ${path} runs`);
      return undefined;
    }
  };
  const visitAction = async (folder: string): Promise<Mentions | undefined> => {
    const inFolder = (name: string) => (folder === '' ? name : `${folder}/${name}`);
    if (folder !== '') {
      found.changed.push(...[...(files ?? [])].filter((path) => path.startsWith(`${folder}/`)));
    }
    return (await visit(inFolder('action.yml'))) ?? (await visit(inFolder('action.yaml')));
  };

  let level = [workflow];
  for (let depth = 0; level.length > 0; depth++) {
    const next: string[] = [];
    for (const path of level) {
      if (seen.has(path)) continue;
      if (depth >= mostLevels || seen.size >= mostFiles || path.split('/').includes('..')) {
        found.unknown.push(`what ${path} runs`);
        continue;
      }
      seen.add(path);
      const mentions = await (/\.ya?ml$/.test(path) ? visit(path) : visitAction(path));
      next.push(...(mentions?.own ?? []));
      for (const word of mentions?.words ?? []) words.add(word);
      for (const one of mentions?.foreign ?? []) foreign.add(one);
    }
    level = next;
  }
  for (const one of foreign) found.unknown.push(`${one} (of another repository)`);
  if (files === undefined) found.unknown.push(tooMany);
  return settle(found, changedFiles ?? [], words);
}

/** The files in which an agent finds the steps of a pipeline by itself. */
const pipelineFiles = /^(?:\.?buildkite\/|\.?buildkite\.(?:ya?ml|json)$)/;

/**
 * A pipeline is made of the commands that its build ran: what they upload becomes further commands of it.
 * @param commands of all jobs of the build
 */
export function findPipelineSteps(
  { changedFiles }: Pick<Change, 'changedFiles'>,
  commands: readonly string[],
): ChangedSteps {
  if (changedFiles === undefined) {
    return { changed: [], mentioned: [], unknown: [tooMany] };
  }
  const uploads = commands
    .flatMap((command) => command.split('\n'))
    .filter((line) => /\bpipeline\s+upload\b/.test(line));
  const uploaded = readMentions(uploads.join('\n')).words;
  const changed = changedFiles.filter((path) => pipelineFiles.test(path) || uploaded.has(path));
  const { words } = readMentions(commands.join('\n'));
  return settle({ changed, mentioned: [], unknown: [] }, changedFiles, words);
}

function settle(
  { changed, unknown }: ChangedSteps,
  changedFiles: readonly string[],
  words: ReadonlySet<string>,
): ChangedSteps {
  const known = new Set([...changed, suiteFile]);
  const mentioned = changedFiles.filter((path) => words.has(path) && !known.has(path));
  return { changed: [...new Set(changed)], mentioned, unknown: [...new Set(unknown)] };
}

/**
 * The files that a workflow, an action or a script of one step names. Its text is read as lines: it is hostile, and
 * small.
 */
interface Mentions {
  /** Paths of this repository that `uses` names: workflows and folders of actions. */
  own: string[];
  /** Workflows of other repositories that are named by a branch or tag, so that they can change. */
  foreign: string[];
  /** Words that may be paths of files, without what leads to the root of the repository. */
  words: Set<string>;
}

const mostUses = 200;
const uses =
  /(?:^|[\s{,"'-])uses["']?[ \t]{0,20}:\s{0,200}(?:&\S{1,80}\s{1,20})?["']?([^\s"'#,}]{1,300})/g;
const foreignWorkflow = /^([\w.-]+\/[\w.-]+\/\.github\/workflows\/[^@]+)@(.+)$/;
const separators = /[\s"'`;|&<>(){}[\],=:$!]+/;
const roots = /^(?:(?:GITHUB_WORKSPACE|BUILDKITE_BUILD_CHECKOUT_PATH|github\.workspace)?\/|\.\/)+/;

function readMentions(text: string): Mentions {
  const own = new Set<string>();
  const foreign = new Set<string>();
  for (const { 1: used = '' } of [...text.matchAll(uses)].slice(0, mostUses)) {
    const [, path, ref = ''] = foreignWorkflow.exec(used) ?? [];
    if (used.startsWith('./')) own.add(used.replace(/^(\.\/)+/, '').replace(/\/+$/, ''));
    else if (path !== undefined && !/^[0-9a-f]{40}$/.test(ref)) foreign.add(used);
  }
  const words = text.split(separators).map((word) => word.replace(roots, ''));
  return { own: [...own], foreign: [...foreign], words: new Set(words) };
}
