import type { StarterTest } from '../findings.ts';
import { drop, type FormerTool, keep, miss, runScript } from './migration.ts';
import type { Fate, Step } from './workflow-lines.ts';

/** Its names of tools, as its action.yml lists them, and our adapters. */
const formats: Readonly<Record<string, string>> = {
  cargo: 'libtest',
  go: 'go',
  benchmarkjs: 'benchmark.js',
  pytest: 'pytest-benchmark',
  googlecpp: 'google-benchmark',
  catch2: 'catch2',
  jmh: 'jmh',
  benchmarkdotnet: 'benchmarkdotnet',
  customBiggerIsBetter: 'customBiggerIsBetter',
  customSmallerIsBetter: 'customSmallerIsBetter',
};

const noBranch =
  'Perigee measures both sides of each change and needs no branch of results; `perigee import` takes over its history';
const comments = 'the workflow comments on each pull request, once';

const others: Readonly<Record<string, Fate>> = {
  'gh-pages-branch': drop(noBranch),
  'gh-repository': drop(noBranch),
  'benchmark-data-dir-path': drop(noBranch),
  'external-data-json-path': drop(noBranch),
  'save-data-file': drop(noBranch),
  'auto-push': drop(noBranch),
  'skip-fetch-gh-pages': drop(noBranch),
  'max-items-in-chart': drop(noBranch),
  'github-token': drop('the workflow uses the token of its job'),
  ref: drop('Perigee finds the commits of the change itself'),
  'comment-on-alert': drop(comments),
  'comment-always': drop(comments),
  'comment-on-pull-request': drop(comments),
  'pr-comment-percentage-threshold': drop(comments),
  'pr-comment-absolute-threshold': drop(comments),
  'summary-always': drop('every job has a summary'),
};

/** The action benchmark-action/github-action-benchmark, formerly rhysd/github-action-benchmark. */
export const githubActionBenchmark: FormerTool = {
  name: 'github-action-benchmark',
  isIn: ({ uses = '' }) => /^[\w.-]+\/github-action-benchmark@/i.test(uses),
  // What its documentation calls "previous benchmark data".
  prepares: ({ uses = '', with: given }) =>
    /^actions\/cache(\/\w+)?@/.test(uses) && /benchmark/i.test(given.get('key') ?? '')
      ? { fate: drop(noBranch) }
      : undefined,
  convert(step, earlier, { decide, file }) {
    const given = step.with;
    const at = (key: string): string => `${step.pointer}/with/${key}`;
    decide(step.pointer, drop('Perigee judges'));
    for (const key of given.keys()) {
      decide(at(key), others[key] ?? miss('Perigee has no such setting'));
    }
    const output = given.get('output-file-path') ?? '';
    const format = formats[given.get('tool') ?? ''];
    decide(
      at('tool'),
      format === undefined ? miss('no adapter reads it') : keep(`format: ${format}`),
    );
    const source = earlier.findLast(({ run }) => run?.includes(baseName(output)) === true);
    if (format === undefined || source?.run === undefined || output === '') {
      const why = miss(`no step before it writes ${output === '' ? 'its file' : output}`);
      decide(at('output-file-path'), why);
      return {};
    }
    const results = { file: relativeTo(source.directory, output), format };
    decide(at('output-file-path'), keep(`results: { file: ${results.file} }`));
    decide(source.pointer, keep('the test'));
    decide(`${source.pointer}/continue-on-error`, drop('every report names a test that fails'));
    const name = given.get('name') ?? 'Benchmark';
    decide(at('name'), keep('the name of the test'));
    const test: StarterTest = {
      name,
      command: runScript(source.run),
      ...(source.directory === undefined ? {} : { directory: source.directory }),
      because: `the step of ${file} that writes ${output}`,
      results,
      isTimed: true,
    };
    return { test: { ...test, ...readLimit(step, decide) }, used: source };
  },
};

/** 150% means half as slow again. */
function readLimit(
  { with: given, pointer }: Step,
  decide: (pointer: string, fate: Fate) => void,
): Pick<StarterTest, 'limit'> {
  const at = (key: string): string => `${pointer}/with/${key}`;
  const fails = given.get('fail-on-alert') === 'true';
  const action = fails ? 'block' : 'warn';
  if (given.has('fail-on-alert')) decide(at('fail-on-alert'), keep(`action: ${action}`));
  const owner = given.get('alert-comment-cc-users');
  const key = given.has('fail-threshold') ? 'fail-threshold' : 'alert-threshold';
  const percent = /^(\d+(?:\.\d+)?)%$/.exec(given.get(key) ?? '200%')?.[1];
  const worse = Number(percent) - 100;
  if (!given.has(key)) {
    const known = `format: ${formats[given.get('tool') ?? ''] ?? ''}`;
    decide(
      at('tool'),
      keep(`${known}; worse: ${worse}%, as its alert-threshold is without a value`),
    );
  }
  if (key === 'fail-threshold' && given.has('alert-threshold')) {
    decide(at('alert-threshold'), drop('fail-threshold is the one that blocks'));
  }
  if (!(worse > 0)) {
    decide(at(key), miss('it is not above 100%; the built-in limit is 10%'));
    return {};
  }
  const lower = 'both sides run on one machine, so you may set less: the built-in limit is 10%';
  if (given.has(key)) decide(at(key), keep(`worse: ${worse}%; ${lower}`));
  if (owner !== undefined) decide(at('alert-comment-cc-users'), keep('owner'));
  return { limit: { worse: `${worse}%`, action, ...(owner === undefined ? {} : { owner }) } };
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** The file is named from the root, and a test names it from its own folder. */
function relativeTo(directory: string | undefined, path: string): string {
  const folder = `${(directory ?? '').replace(/^\.\//, '').replace(/\/$/, '')}/`;
  const plain = path.replace(/^\.\//, '');
  return folder !== '/' && plain.startsWith(folder) ? plain.slice(folder.length) : plain;
}
