/** A pull request that changes what measures it says so, by whatever way. */
import { expect, test } from 'vitest';
import type { GithubSide } from '../../../bot/src/github/open-github-side.ts';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { addJob } from './buildkite-world.ts';
import { measureJob, startPull } from './buildkite-scenario.ts';
import { writeSuite } from './measurements.ts';
import { measureRun, propose, pullRequest, startScenario } from './scenario.ts';
import { ownComments } from './world.ts';

const call = (...uses: string[]) =>
  `jobs:\n${uses.map((one, index) => `  job${index}:\n    uses: ${one}\n`).join('')}`;
const main: Record<string, string> = {
  '.github/workflows/perigee.yml': [
    call('./.github/workflows/measure.yml', 'acme/ci/.github/workflows/far.yml@main'),
    '  pinned: { uses: acme/ci/.github/workflows/far.yml@1234567890123456789012345678901234567890 }',
    '  own: { steps: [{ "uses": ./tools/prepare }, { run: "bash scripts/warm.sh --fast" }] }',
    '  public: { steps: [{ uses: actions/checkout@v6 }] }',
  ].join('\n'),
  '.github/workflows/measure.yml':
    'jobs:\n  a:\n    steps:\n      - uses: "./.github/actions/bench"\n',
  '.github/actions/bench/action.yml':
    'runs:\n  steps:\n    - run: $GITHUB_ACTION_PATH/run.sh\n    - uses: &inner ./.github/actions/inner/\n',
  '.github/actions/bench/run.sh': 'echo',
  '.github/actions/inner/action.yaml': 'runs: { using: node24, main: ../../../dist/index.js }',
  '.github/workflows/other.yml': 'jobs: {}',
  'tools/prepare/action.yml': 'runs: {}',
  'scripts/warm.sh': 'echo',
};

/** @param isListed whether GitHub lists what the change consists of */
async function readNotes(files: Record<string, string>, isListed = true): Promise<string> {
  const { ports, world } = startScenario({ suite: writeSuite() });
  const base = world.branches.get('main')!;
  world.commits.set(base, {
    ...world.commits.get(base)!,
    files: { ...world.commits.get(base)!.files, ...main },
  });
  propose(world, { name: 'a', files });
  measureRun(world);
  const listed = isListed ? {} : { listChangedFiles: async () => undefined };
  const side = new Proxy(ports.github, {
    get: (target, name: keyof GithubSide): unknown =>
      name in listed ? Reflect.get(listed, name) : target[name],
  });
  const { reconcile } = createReconciler({ ...ports, github: side });
  await reconcile(pullRequest(1), new AbortController().signal);
  return (ownComments(world, 1)[0] ?? '').replaceAll('`', '');
}

const isChanged =
  'What measures is changed here, so what was run is not what the base branch runs:';

test.each([
  '.github/workflows/perigee.yml',
  '.github/workflows/measure.yml',
  '.github/actions/bench/action.yml',
  '.github/actions/bench/run.sh',
  '.github/actions/inner/action.yaml',
  'tools/prepare/index.js',
])('a change of %s is named', async (path) => {
  expect(await readNotes({ [path]: 'changed' })).toContain(`${isChanged} ${path}.`);
});

test('a script that the workflow names is named, and what it does not name is not', async () => {
  const notes = await readNotes({ 'scripts/warm.sh': 'x', '.github/workflows/other.yml': 'x' });
  expect(notes).toContain('What measures names files that are changed here: scripts/warm.sh.');
  expect(notes).not.toContain('other.yml');
});

test('a workflow of another repository counts as unknown, unless it is named by a commit', async () => {
  expect(await readNotes({ 'src/b.ts': 'x' })).toContain(
    'Perigee cannot tell whether this is changed: acme/ci/.github/workflows/far.yml@main (of another repository).',
  );
});

test('of more files than GitHub lists the steps are compared, and the rest is unknown', async () => {
  const notes = await readNotes({ '.github/workflows/measure.yml': 'jobs: {}' }, false);
  expect(notes).toContain(`${isChanged} .github/workflows/measure.yml.`);
  expect(notes).toContain('files that it runs (this change has 3,000 files or more)');
});

test('workflows that call each other come to an end', async () => {
  const files = { '.github/workflows/measure.yml': call('./.github/workflows/perigee.yml') };
  expect(await readNotes(files)).toContain(`${isChanged} .github/workflows/measure.yml.`);
});

test('what lies deeper than is followed counts as unknown', async () => {
  const deep = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `.github/workflows/${index === 0 ? 'measure' : `deep${index}`}.yml`,
      call(`./.github/workflows/deep${index + 1}.yml`),
    ]),
  );
  expect(await readNotes(deep)).toMatch(
    /cannot tell whether this is changed: what .*deep\d+\.yml runs/,
  );
});

test.each([
  ['.buildkite/steps.sh', isChanged],
  ['buildkite.yaml', isChanged],
  ['ci/perf.yml', isChanged],
  ['ci/measure.sh', 'What measures names files that are changed here:'],
])('on Buildkite a change of %s is named', async (path, words) => {
  const scenario = startPull();
  const { build, buildkite, head, look, shards, world } = scenario;
  const found = world.commits.get(head)!;
  world.commits.set(head, { ...found, files: { ...found.files, [path]: 'changed' } });
  const command = 'set -e\nbuildkite-agent pipeline upload ci/perf.yml';
  addJob(buildkite, build, { step: 'upload', state: 'ended', conclusion: 'passed', command });
  for (const job of shards) Object.assign(job, { command: './ci/measure.sh --all' });
  for (const job of shards) measureJob(scenario, build, job);
  await look(pullRequest(1));
  expect(ownComments(world, 1)[0]?.replaceAll('`', '')).toContain(`${words} ${path}.`);
});
