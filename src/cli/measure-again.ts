/** The command that measures the same as a run once more, after its change was fixed. */
import { join, relative, resolve } from 'node:path';
import { shortenCommit } from '../contract/commit.ts';
import type { RunRecord, Verdict } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import type { PatchCommand } from '../report/patch-command.ts';
import { readRunState } from '../runner/journal/run-state.ts';
import { nameProgram, quoteWord } from './program-name.ts';
import { runsFolder } from './run-folder.ts';
import type { PatchOptions } from './shared-options.ts';

/** The options of a run that say what is measured and how, as words of a command line at the root. */
export function listWords(
  options: PatchOptions,
  root: string,
): { options: string[]; selection: string[] } {
  const { affected, config, instructions, isolation, nightly, tag = [], test = [], time } = options;
  const given = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`--${name}`, value];
  return {
    options: [
      ...given('config', config === undefined ? undefined : relative(root, resolve(config))),
      ...given('affected', affected),
      ...given('isolation', isolation === 'auto' ? undefined : isolation),
      ...(nightly === true ? ['--nightly'] : []),
      ...given('time', time === undefined ? undefined : `${time / 1e9}s`),
      ...(instructions === undefined ? [] : ['--instructions']),
      ...(instructions === 'only' ? [instructions] : []),
    ],
    selection: [
      ...tag.flatMap((name) => given('tag', name)),
      ...test.flatMap((name) => given('test', name)),
    ],
  };
}

/** Whether a command that is called here works on the repository. */
const isWithin = (root: string, directory: string): boolean =>
  !/^\.\.(\/|$)/.test(relative(root, directory));

/** The beginning of a command that has to work in the user's working directory. */
export function enterRoot(root: string, directory: string): string {
  return isWithin(root, directory) ? '' : `cd ${quoteWord(root)} && `;
}

/** Options at the root as a person types them in a folder. */
export function placeWords(options: readonly string[], root: string, directory: string): string[] {
  const from = isWithin(root, directory) ? directory : root;
  return options.map((word, i) =>
    options[i - 1] === '--config' ? relative(from, join(root, word)) : word,
  );
}

/** @param build of a verdict; that of a run which another machine measured has no folder here */
export async function namePatch(
  root: string,
  { after, before, id }: Pick<Verdict['build'], 'after' | 'before' | 'id'>,
  directory = process.cwd(),
): Promise<PatchCommand> {
  const state = await readRunState(join(runsFolder(root), id)).catch((error: unknown) => {
    if (error instanceof UserError) return undefined;
    throw error;
  });
  const { options = [], selection = [] } = state?.words ?? {};
  // `patch` finds it by itself, except on the default branch, whose newest commit has no change before it.
  const isFound =
    state === undefined ||
    (state.sides.before.kind === 'where-it-branched' && before.label !== 'the commit before');
  const base = isFound ? [] : ['--base', shortenCommit(before.commit)];
  const placed = placeWords(options, root, directory);
  const compose = (...words: readonly string[]): string =>
    `${enterRoot(root, directory)}${nameProgram(root)} ${[...words, ...placed].map(quoteWord).join(' ')}`;
  const isOfCommits = state !== undefined && state.sides.after.kind !== 'working-tree';
  const ends = [before, after].map(({ commit }) => shortenCommit(commit));
  return {
    command: compose('patch', ...base),
    ...(isOfCommits ? { again: compose('compare', ...ends) } : {}),
    selection: selection.map((word) => ` ${quoteWord(word)}`).join(''),
    ...(state === undefined ? {} : { plan: planOf(state.record) }),
  };
}

function planOf({ plan }: Pick<RunRecord, 'plan'>): PatchCommand['plan'] {
  const { maxRepeats: most, repeats: least, timeNs } = plan;
  return { least, most, ...(timeNs === undefined ? {} : { timeNs }) };
}
