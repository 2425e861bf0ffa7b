import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { attempt } from '../../contract/attempt.ts';
import { bundleSchema, type ObjectSchema } from '../../contract/bundle-schema.ts';
import { resolveReference } from '../../contract/schemas.ts';
import { parseDocument } from '../../contract/validate.ts';
import { countThings } from '../../contract/count-things.ts';
import { UserError } from '../../contract/user-error.ts';
import { fewestLevels } from '../../history/find-level-changes.ts';
import { readCommits } from '../../runner/revisions/read-first-parents.ts';
import { openRepository } from '../../runner/revisions/repository.ts';
import { cutPlain, quotePlain } from '../../report/plain-text.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import type { Answer, Given, Tool, ToolCall } from '../../web/api/mcp/open-tool-server.ts';
import { countCommits } from '../ask-git.ts';
import { home } from '../home.ts';
import { findRoot, findSuiteFile } from '../workplace.ts';
import { describeHistory, listChanged } from './describe-history.ts';
import { describeExplained, describeVerdict } from './describe-verdict.ts';

function describeInput(properties: Record<string, object>, required: string[] = []): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

const revision = (description: string): object => ({ type: 'string', minLength: 1, description });
const selection = {
  tests: {
    description: 'Only these tests; * stands for any text. Default: all that the change may touch.',
    ...{ type: 'array', minItems: 1, items: { type: 'string', minLength: 1 } },
  },
  time: {
    description: 'How long to measure, e.g. 30s or 5m. Default: what perigee.yml says, else 2m.',
    type: 'string',
  },
  wait: { description: 'Wait so long at most for a quiet machine first, e.g. 5m.', type: 'string' },
};
const advice =
  'Takes about twice `time` at most, then setup, and up to a minute in which it looks for the functions that take more; the machine is busy meanwhile. Answers with a verdict: trust its states, never a single number. ' +
  'undecided means: measure those tests again, by themselves.';

/** Two measurements at once would disturb each other. */
const inTurn = pLimit(1);

const mostListed = 50;
/** The part of perigee.yml that says what a test is. */
const listedTest = {
  ...{ type: 'object', required: ['name', 'command', 'tags', 'when'] },
  properties: Object.fromEntries(
    ['name', 'command', 'tags', 'when'].map((key) => {
      return [key, { $ref: `config.schema.json#/$defs/test/properties/${key}` }];
    }),
  ),
};

/** The tools of `perigee mcp`: its own commands, with answers cut to what a model reads. */
export const tools: Readonly<Record<string, Tool>> = {
  compare: {
    description: `Measures two revisions of this repository in pairs on this machine, and says which tests became slower. ${advice}`,
    measures: true,
    inputSchema: describeInput(
      {
        before: revision('The baseline: a commit, branch or tag.'),
        after: revision('The change.'),
        ...selection,
      },
      ['before', 'after'],
    ),
    outputSchema: bundleSchema(resolveReference('verdict.schema.json')),
    call: ({ after, before, ...given }, call) =>
      measure(['compare', ...select(given)], ['--', String(before), String(after)], call),
  },
  patch: {
    description: `Measures the working folder, uncommitted changes included, against the commit where its branch began. ${advice}`,
    measures: true,
    inputSchema: describeInput({ base: revision('Compare with it instead.'), ...selection }),
    outputSchema: bundleSchema(resolveReference('verdict.schema.json')),
    call: ({ base, ...given }, call) =>
      measure(['patch', ...select(given)], option('base', base), call),
  },
  explain: {
    description:
      'Finds the functions that made tests of a comparison slower, or take more memory, under a profiler. compare and patch have looked into the worst test already: call it for the others, or where they found no function. Takes up to two minutes.',
    measures: true,
    inputSchema: describeInput({
      run: {
        type: 'string',
        minLength: 1,
        description: 'Id of the comparison. Default: the newest.',
      },
      tests: { ...selection.tests, description: 'Default: those that regressed.' },
    }),
    outputSchema: bundleSchema(resolveReference('verdict.schema.json')),
    call: ({ run, tests }, call) => {
      const names = typeof tests === 'object' ? tests : [];
      const words = [...(run === undefined ? [] : [String(run)]), ...names];
      const args = words.length === 0 ? [] : ['--', ...words];
      return measure(['explain'], args, call, (verdict) => describeExplained(verdict, names));
    },
  },
  history: {
    description: `Says since when series of the default branch are slower, by which commits, from the store of past builds or, without one, from the runs of this machine. Uncommitted work is not in it. A change shows from ${fewestLevels} measured commits on. Measures nothing.`,
    inputSchema: describeInput({
      series: {
        type: 'string',
        minLength: 1,
        description: 'test or test/span. Default: all that changed.',
      },
      metric: { type: 'string', description: 'Default: all; of one series latency.' },
      repository: { type: 'string', description: 'owner/name. Default: what origin says.' },
    }),
    outputSchema: bundleSchema(resolveReference('history.schema.json')),
    call: async ({ metric, repository, series }, call) => {
      const asked = series === undefined ? [] : ['--', String(series)];
      const options = [...option('metric', metric), ...option('repository', repository)];
      const args = ['history', '--json', ...options, ...asked];
      const directory = await findDirectory(call);
      const text = await runCommand(directory, args, call);
      const found = parseDocument('history', text, 'perigee history');
      const root = findRoot(directory);
      const git = await openRepository(root, process.env);
      const commits = await readCommits(git, listChanged(found));
      return describeHistory(found, series !== undefined, ({ commit, range }) =>
        countCommits(root, range.after ?? '', range.upTo ?? '') === 1
          ? commits.find((one) => one.commit === commit)
          : undefined,
      );
    },
  },
  list_tests: {
    description:
      'Lists the tests that perigee.yml measures: name, command, tags, when. Measures nothing.',
    inputSchema: describeInput({}),
    outputSchema: bundleSchema({
      ...{ type: 'object', required: ['suite', 'tests'] },
      properties: {
        suite: { $ref: 'terms.schema.json#/$defs/name' },
        tests: { type: 'array', items: listedTest },
      },
    }),
    call: async (_, call) => {
      const file = findSuiteFile(findRoot(await findDirectory(call)), undefined);
      const { name: suite, tests: all } = await loadSuite(file);
      const tests = all.map(({ command, name, tags, when }) => ({ name, command, tags, when }));
      const lines = tests
        .slice(0, mostListed)
        .map(({ name, when }) => `${quotePlain(name)} (${when})`);
      const head = `${countThings(all.length, 'test')} of the suite ${quotePlain(suite)}`;
      return { text: [head, ...lines].join('\n'), document: { suite, tests } };
    },
  },
};

async function measure(
  args: readonly string[],
  revisions: readonly string[],
  call: ToolCall,
  describe = describeVerdict,
): Promise<Answer> {
  const directory = await findDirectory(call);
  const command = [...args, '--json', ...revisions];
  const text = await inTurn(() => runCommand(directory, command, call));
  return describe(parseDocument('verdict', text, 'perigee'));
}

function select({ tests, time, wait }: Given): string[] {
  const names = typeof tests === 'object' ? tests : [];
  const options = [...option('time', time), ...option('wait', wait)];
  return [...names.flatMap((name) => option('test', name)), ...options];
}

/** In one word, so that no value is read as another option. */
function option(name: string, value: Given[string]): string[] {
  return value === undefined ? [] : [`--${name}=${String(value)}`];
}

/**
 * The first folder that the client works in, else where this was started.
 * @throws UserError where there is no such folder here: another one would have other code
 */
async function findDirectory({ listRoots }: ToolCall): Promise<string> {
  const uri = (await listRoots()).find((one) => one.startsWith('file:'));
  if (uri === undefined) return process.cwd();
  const folder = attempt(() => fileURLToPath(uri));
  if (folder !== undefined && isFolder(folder)) return folder;
  throw new UserError({
    where: 'the folder that your client works in',
    seen: quotePlain(uri),
    expected: 'a folder of this machine',
  });
}

function isFolder(path: string): boolean {
  return attempt(() => statSync(path).isDirectory(), false);
}

const longestLine = 300;
const mostLines = 20;

/**
 * Runs a command of Perigee with `--json` in a process of its own: its words are the progress, and to cancel is Ctrl-C.
 * @returns the document
 * @throws UserError in the words of the command where it gives none
 */
async function runCommand(
  directory: string,
  args: readonly string[],
  { signal, tell }: Pick<ToolCall, 'signal' | 'tell'>,
): Promise<string> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [join(home, 'bin', 'perigee.mjs'), ...args], {
    ...{ cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] },
    env: { ...process.env, NO_COLOR: '1' },
  });
  const stop = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', stop);
  const lines: string[] = [];
  let isReport = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    // An empty line comes before the report, which the answer tells in its own words.
    isReport ||= line.trim() === '';
    if (line.trim() === '') return;
    lines.push(line);
    if (!isReport) tell(cutPlain(line, longestLine));
  });
  try {
    const [document] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (document !== '') return document;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const begin = lines.findLastIndex((line) => line.startsWith('perigee: '));
  const words = lines.slice(begin === -1 ? -mostLines : begin);
  // It may hold the end of a log.
  const quoted = words.map((line) => `> ${cutPlain(line, longestLine)}`);
  throw new UserError({ seen: [...quoted, 'so the command ended without a result'].join('\n') });
}
