import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bisectWorkflowFile } from '../../src/init/bisect-workflow.ts';
import { workflowFile } from '../../src/init/workflow-file.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
// With a suite, so that nothing is tried, and the machine's noise is not measured.
beforeEach(() => {
  repository = makeRepository();
  repository.git('remote', 'add', 'origin', 'git@github.com:us/work.git');
  repository.write('perigee.yml', suite);
  repository.commit('Begin');
});

const suite = `version: 1
suite: work
tests:
  - name: bench
    command: [node, bench.mjs]
`;
const readWorkflow = (): string => readFileSync(join(repository.root, workflowFile), 'utf8');

test('init --bot writes a workflow that leaves the verdict to the app, and says so', async () => {
  repository.git('rm', '--quiet', 'perigee.yml');
  repository.write('bench.mjs', '');
  repository.commit('Have a benchmark');
  const { exitCode, stdout } = await repository.perigee('init', '--bot');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^wrote .*perigee\.yml\n/);
  expect(stdout).toMatch(
    /^a job that measures takes about .* a shorter `time` in perigee\.yml makes/m,
  );
  expect(stdout).toMatch(/the app judges, which `.* bot setup` makes/);
  expect(readWorkflow()).not.toContain('  report:');
});

test('a workflow that init wrote before there was a bot is written again, once', async () => {
  await repository.perigee('init', '--github');
  const second = await repository.perigee('init', '--bot');
  expect(second.stdout).toMatch(/^left .*perigee\.yml as it is\nwrote .* again: /);
  expect(second.stdout).toMatch(/^a job that measures takes its setup and 5 min, at most twice/m);
  expect(readWorkflow()).toContain("if: github.event_name != 'schedule'");
  expect(readFileSync(join(repository.root, 'perigee.yml'), 'utf8')).toBe(suite);
  const third = await repository.perigee('init', '--bot');
  expect(third.exitCode).toBe(2);
  expect(third.stderr).toContain('if it still has a report job, move it away');
});

test('a workflow that somebody has changed is left, with what to do', async () => {
  await repository.perigee('init', '--github');
  repository.write(workflowFile, `${readWorkflow()}# ours\n`);
  const mine = readWorkflow();
  const first = await repository.perigee('init', '--bot');
  expect(first.exitCode).toBe(0);
  expect(first.stdout).toContain('if your workflow still has a report job, move it away');
  const { exitCode, stderr } = await repository.perigee('init', '--bot');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('to do: ');
  expect(readWorkflow()).toBe(mine);
});

test('init --bot writes the workflow that finds the commit of an alert, and keeps one that is there', async () => {
  repository.write('.github/workflows/perigee-bisect.yml', '# mine\n');
  const { stdout } = await repository.perigee('init', '--bot');
  expect(stdout).not.toContain('perigee-bisect.yml: ');
  expect(readFileSync(join(repository.root, bisectWorkflowFile), 'utf8')).toBe('# mine\n');
  rmSync(join(repository.root, bisectWorkflowFile));
  const again = await repository.perigee('init', '--bot');
  expect(again.stdout).toMatch(
    /^wrote .*perigee-bisect\.yml: `\/perigee bisect` on an alert starts it$/m,
  );
  // The other one names no copy of the action yet.
  expect(again.stdout).toContain(`git add ${bisectWorkflowFile} && `);
});

test('init --shards splits a suite and its workflow, and keeps the copy of the action', async () => {
  await repository.perigee('init', '--github');
  repository.write(workflowFile, readWorkflow().replaceAll('owner/perigee/action@v1', 'us/p@v1'));
  const { exitCode, stdout } = await repository.perigee('init', '--shards', '2');
  expect(stdout).toContain('shards: 1 → 2');
  expect(exitCode).toBe(0);
  expect(readFileSync(join(repository.root, 'perigee.yml'), 'utf8')).toContain('total: 2');
  expect(readWorkflow()).toContain('shard: [1, 2]');
  expect(readWorkflow()).toContain('shard-total: 2');
  expect(readWorkflow()).toContain('- uses: us/p@v1');
});

test.each(['--github', '--buildkite'])('--shards splits what init %s wrote', async (option) => {
  repository.write('.gitlab-ci.yml', '');
  repository.git('remote', 'set-url', 'origin', 'https://gitlab.com/us/work.git');
  await repository.perigee('init', option);
  const { stdout } = await repository.perigee('init', '--shards', '3');
  expect(stdout).toMatch(/^wrote .* again: /m);
});

test('a workflow of one’s own is not split, and the lines to edit are named', async () => {
  await repository.perigee('init', '--github');
  repository.write(workflowFile, `${readWorkflow()}# ours\n`);
  const { exitCode, stderr } = await repository.perigee('init', '--shards', '3');
  expect(stderr).toContain('`shard: [1, 2, 3]` in the matrix');
  expect(exitCode).toBe(2);
});

test('before the first commit the workflow names the branch that there is, and Python is shown its own', async () => {
  const fresh = makeRepository();
  fresh.write('requirements.txt', '');
  fresh.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
  const { stdout } = await fresh.perigee('init', '--history');
  expect(stdout).toContain('command: [python3, bench/upload.py]');
  expect(readFileSync(join(fresh.root, workflowFile), 'utf8')).toContain('branches: [trunk]');
});

test('init --action names the copy of the action, also later, and --history adds its jobs', async () => {
  await repository.perigee('init', '--github');
  const { exitCode, stdout } = await repository.perigee('init', '--history', '--action', 'us/p');
  expect(exitCode).toBe(0);
  expect(stdout).not.toContain('OWNER/REPO');
  expect(stdout).toContain(
    '  # the jobs load us/p with the tag v1, which must be on GitHub before they run: docs/github-action.md, "Where the action comes from"\n',
  );
  expect(readWorkflow().split('uses: us/p/action@v1')).toHaveLength(5);
  const wrong = await repository.perigee('init', '--action', 'https://github.com/us/p');
  expect(wrong.exitCode).toBe(2);
  expect(wrong.stderr).toContain('expected owner and name, e.g. acme/perigee');
});

const pipelineFile = '.buildkite/pipeline.yml';
const readPipeline = (): string => readFileSync(join(repository.root, pipelineFile), 'utf8');

test('init --buildkite writes a pipeline and no workflow, once', async () => {
  const { exitCode, stdout } = await repository.perigee('init', '--buildkite', '--shards', '2');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`wrote ${join(repository.root, pipelineFile)}`);
  expect(stdout).toMatch(/git add perigee\.yml &&/);
  expect(readPipeline()).toContain('parallelism: 2');
  expect(existsSync(join(repository.root, workflowFile))).toBe(false);
  expect((await repository.perigee('init', '--buildkite')).exitCode).toBe(2);
});

test('init --buildkite --action says that the plugin must be there, also for a pipeline of one’s own', async () => {
  const source =
    '# the jobs load us/perigee-buildkite-plugin with the tag v0.1.0, which must be on';
  const ask = ['init', '--buildkite', '--action', 'us/perigee'];
  expect((await repository.perigee(...ask)).stdout).toContain(source);
  repository.write(pipelineFile, 'steps: []\n');
  const { stdout } = await repository.perigee(...ask);
  expect(stdout).toContain(source);
  expect(stdout).not.toContain('OWNER/REPO');
});

test('without a request, no workflow is written that could name no copy of the action', async () => {
  repository.write('.github/workflows/test.yml', '');
  const found = await repository.perigee('init');
  expect(found.exitCode).toBe(0);
  expect(found.stdout).toMatch(
    /^wrote no workflow yet: `.* init --action OWNER\/REPO` writes one, with the repository/m,
  );
  const path = join(repository.root, workflowFile);
  expect(existsSync(path)).toBe(false);
  expect((await repository.perigee('init', '--github')).stdout).toContain(`wrote ${path}\n`);
  // It is there now, and is kept up.
  expect((await repository.perigee('init', '--shards', '2')).stdout).toContain(`wrote ${path} `);
});

test.each(['.buildkite/pipeline.yml', 'buildkite.yaml'])(
  'the steps for a pipeline of one’s own, %s, are printed and it stays',
  async (file) => {
    const mine = 'steps:\n  - command: make\n';
    repository.write(file, mine);
    const { exitCode, stdout } = await repository.perigee('init', '--buildkite');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      `left ${join(repository.root, file)} as it is; add these steps to it:`,
    );
    expect(stdout).toContain('    key: performance\n');
    expect(stdout).toContain(`# commit ${file} only after that: it names no copy of Perigee`);
    expect(readFileSync(join(repository.root, file), 'utf8')).toBe(mine);
  },
);

test('what README.md commits is there where init wrote no workflow', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, files = ''] = /^git add (perigee\.yml [^&]*) &&/m.exec(readme) ?? [];
  for (const file of ['package.json', 'package-lock.json']) repository.write(file, '{}');
  repository.git('add', ...files.split(' '));
});
