import { beforeEach, expect, test } from 'vitest';
import { chooseCi, describeFate, explainNoCiFile, findCi } from '../../src/init/find-ci.ts';
import { githubWorkflow } from '../../src/init/workflow-file.ts';
import { makeFolder, writeFiles } from '../make-folder.ts';

let root: string;
beforeEach(() => (root = makeFolder()));

const [github, elsewhere] = ['git@github.com:us/work.git', 'https://gitlab.com/github/work.git'];

test.each([
  ['nothing, no remote', [], [], 'none'],
  ['nothing, a remote on GitHub', [], [elsewhere, github], 'github'],
  ['nothing, an own host of GitHub', [], ['ssh://git@github.acme.com:22/us/work'], 'github'],
  ['nothing, a token', [], ['https://oauth2:ghp_x@github.com/us/work'], 'github'],
  ['nothing, a user called github', [], ['https://github:x@gitlab.com/us/work'], 'none'],
  ['nothing, a remote elsewhere', [], [elsewhere], 'none'],
  ['nothing, a remote in a folder', [], ['/srv/github/work.git'], 'none'],
  ['workflows, no remote', ['.github/workflows/test.yml'], [], 'github'],
  ['workflows, a host without a name', ['.github/workflows/test.yml'], ['git@a.com:x/y'], 'github'],
  ['workflows and GitLab', ['.github/workflows/a.yml', '.gitlab-ci.yml'], [elsewhere], 'GitLab'],
  ['workflows and Jenkins', ['.github/workflows/a.yml', 'Jenkinsfile'], [github], 'github'],
  ['templates of GitHub and GitLab', ['.github/a.md', '.gitlab-ci.yml'], [], 'GitLab'],
  ['Jenkins, a remote on GitHub', ['Jenkinsfile'], [github], 'Jenkins'],
  ['a hook of Buildkite', ['.buildkite/hooks/post-checkout'], [github], 'Buildkite'],
])('in a repository with %s', (_what, files, remotes, expected) => {
  writeFiles(root, Object.fromEntries(files.map((file) => [file, ''])));
  const found = findCi(root, remotes);
  expect(found.kind === 'other' ? found.name : found.kind).toBe(expected);
});

test('what is found says by what', () => {
  expect(findCi(root, [github])).toEqual({ kind: 'github', because: 'a remote is on GitHub' });
  writeFiles(root, { '.github/workflows/test.yml': '' });
  expect(findCi(root, [])).toEqual({ kind: 'github', because: '.github/workflows is there' });
});

test('without a request, a workflow is written where a release names its copy, and the reason is told', () => {
  const found = findCi(root, [github]);
  const unasked = { buildkite: false, github: false };
  expect(chooseCi(root, found, { ...unasked, hasCopy: true })).toBe(githubWorkflow);
  expect(chooseCi(root, found, { ...unasked, hasCopy: false })).toBeUndefined();
  expect(describeFate('written', 'a.yml', ', since a remote is on GitHub')).toBe(
    'wrote a.yml, since a remote is on GitHub',
  );
});

test('what to do names the file that was seen, and the page of that CI', () => {
  const explain = (name: string, file: string): string =>
    explainNoCiFile({ kind: 'other', name, file }, 'npx perigee').join('\n');
  expect(explain('GitLab', '.gitlab-ci.yml')).toMatch(
    /\.gitlab-ci\.yml .*docs\/other-ci\.md .*GitLab/,
  );
  expect(explain('Buildkite', '.buildkite')).toContain('`npx perigee init --buildkite`');
  expect(explainNoCiFile({ kind: 'none' }, 'npx perigee').join('\n')).toContain('init --github');
});
