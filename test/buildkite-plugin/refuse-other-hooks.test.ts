import { expect, test } from 'vitest';
import { refuseOtherHooks } from '../../buildkite-plugin/src/refuse-other-hooks.ts';

const own = '/plugins/agent-1/github-com-owner-perigee-buildkite-plugin-v0-1-0';
const ours = 'github.com/owner/perigee-buildkite-plugin#v0.1.0';
const docker = 'https://github.com/buildkite-plugins/docker-buildkite-plugin#v5.13.0';
const hookOfDocker =
  '/plugins/agent-1/github-com-buildkite-plugins-docker-buildkite-plugin-v5-13-0/hooks/command';

const step = {
  BUILDKITE_COMMAND: 'npm test',
  BUILDKITE_PLUGINS: JSON.stringify([docker, { [ours]: { when: 'after' } }]),
  BUILDKITE_PLUGINS_PATH: '/plugins',
  BUILDKITE_AGENT_NAME: 'agent-1',
  BUILDKITE_BUILD_CHECKOUT_PATH: '/builds/sync',
  BUILDKITE_HOOKS_PATH: '/etc/buildkite-agent/hooks',
};

/** Refuses, or not, where these files are, and the plugin's own hook. */
function refuse(files: readonly string[], changes: Partial<typeof step> = {}): () => void {
  const all = new Set([`${own}/hooks/command`, ...files]);
  const locate = (path: string): string | undefined => (all.has(path) ? path : undefined);
  return () => refuseOtherHooks({ ...step, ...changes }, own, { locate });
}

test('a command that only Perigee would run in place of the agent is no problem', () => {
  expect(refuse([])).not.toThrow();
});

test.each([
  ['another plugin', 'plugin https://github.com/buildkite-plugins/docker', hookOfDocker],
  ['the repository', 'the repository', '/builds/sync/.buildkite/hooks/command'],
  ['the agent', 'this agent', '/etc/buildkite-agent/hooks/command'],
])('a command that %s runs with a hook is refused, with the way out', (_title, name, hook) => {
  expect(refuse([hook])).toThrow(name);
  expect(refuse([hook])).toThrow('give Perigee a step of its own');
});

test('a plugin in the checkout is found there', () => {
  const BUILDKITE_PLUGINS = JSON.stringify([{ './.buildkite/ours': null }, ours]);
  const hook = '/builds/sync/.buildkite/ours/hooks/command';
  expect(refuse([hook], { BUILDKITE_PLUGINS })).toThrow('plugin ./.buildkite/ours');
});

test('a plugin that is cloned with a password is found where the agent has it', () => {
  const BUILDKITE_PLUGINS = JSON.stringify(['ssh://git@git.acme.example/run.git#main', ours]);
  const hook = '/plugins/agent-1/git-acme-example-run-git-main/hooks/command';
  expect(refuse([hook], { BUILDKITE_PLUGINS })).toThrow('plugin ssh://git@git.acme.example');
});

test('a step that names this plugin twice is refused: its command would run twice', () => {
  const BUILDKITE_PLUGINS = JSON.stringify([{ [ours]: null }, { [ours]: { mode: 'history' } }]);
  expect(refuse([], { BUILDKITE_PLUGINS })).toThrow(`plugin ${ours}`);
});

test.each([
  ['github.com/acme/tools/run#v1', 'github-com-acme-tools-run-v1/run/hooks/command'],
  [
    'https://git.acme.example/tools.git/ci/run#v1',
    'git-acme-example-tools-git-ci-run-v1/ci/run/hooks/command',
  ],
  ['acme/run#v1', 'acme-run-v1/hooks/command.ps1'],
])('the command hook of %s is found where the agent has it', (reference, hook) => {
  const BUILDKITE_PLUGINS = JSON.stringify([reference, ours]);
  expect(refuse([`/plugins/agent-1/${hook}`], { BUILDKITE_PLUGINS })).toThrow(reference);
});

test.each(['', '  \n'])('a step without a command may have other command hooks (%j)', (command) => {
  expect(refuse([hookOfDocker], { BUILDKITE_COMMAND: command })).not.toThrow();
});

test.each(['', '{', '{}', '[1]'])('a list of plugins that is none says nothing (%j)', (text) => {
  expect(refuse([hookOfDocker], { BUILDKITE_PLUGINS: text })).not.toThrow();
});
