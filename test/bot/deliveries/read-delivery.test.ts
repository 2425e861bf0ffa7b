import { expect, test } from 'vitest';
import type { AnyDelivery } from '../../../bot/src/deliveries/delivery.ts';
import { readMessage, writeMessage } from '../../../bot/src/deliveries/message.ts';
import { readDelivery } from '../../../bot/src/deliveries/read-delivery.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { examples, listExamples } from './examples.ts';

const receivedAt = '2026-11-21T10:00:00Z';

function read(name: string, payload: unknown, appId = 29310, id = 'guid'): AnyDelivery | undefined {
  return readDelivery({ name, id, payload: payload ?? {} }, { appId, receivedAt });
}
const tell = (name: string, payload: unknown, appId?: number) => {
  const delivery = read(name, payload, appId);
  return delivery !== undefined && 'what' in delivery ? delivery.what : delivery;
};
/** Some fields of an example changed, given as paths. */
function change(payload: unknown, changes: Record<string, unknown>): unknown {
  const copy = structuredClone(payload) as Record<string, unknown>;
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('.');
    let node = copy;
    for (const key of keys.slice(0, -1)) node = (node[key] ??= {}) as Record<string, unknown>;
    node[keys.at(-1)!] = value;
  }
  return copy;
}
const [push] = listExamples('push');
const commit = 'ab'.repeat(20);

test('every payload that GitHub shows is a delivery, nothing for us, or refused with its place', () => {
  expect(examples.length).toBeGreaterThan(300);
  const outcomes = { told: 0, nothing: 0, refused: 0 };
  for (const { name, index, payload } of examples) {
    try {
      const delivery = read(name, payload);
      outcomes[delivery === undefined ? 'nothing' : 'told'] += 1;
      if (delivery === undefined) continue;
      // What is written into the log comes out of it as it was.
      expect(readMessage(writeMessage(delivery), '0/1', 29310)).toEqual(delivery);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A repository's own webhook names no installation; an app's always does.
      expect(error.message, `${name} ${index}`).toMatch(/installation\.id/);
      outcomes.refused += 1;
    }
  }
  expect(outcomes.told).toBeGreaterThan(15);
});

test.each(['opened', 'synchronize', 'reopened', 'closed', 'ready_for_review'])(
  'a pull request that was %s is looked at',
  (action) => {
    const found = listExamples('pull_request', action);
    expect(found.length).toBeGreaterThan(0);
    for (const payload of found) {
      expect(read('pull_request', payload)).toMatchObject({
        ...{ id: 'guid', receivedAt },
        repository: { owner: 'Codertocat', name: 'Hello-World', id: 186853002 },
        what: { kind: 'pull-request', number: 2 },
      });
    }
  },
);

test('of an edited pull request only another base counts; labels and assignees never do', () => {
  const [payload] = listExamples('pull_request', 'opened');
  const edited = change(payload, { action: 'edited', changes: { title: { from: 'a' } } });
  expect(tell('pull_request', edited)).toBeUndefined();
  const moved = change(payload, { action: 'edited', changes: { base: { ref: { from: 'a' } } } });
  expect(tell('pull_request', moved)).toEqual({ kind: 'pull-request', number: 2 });
  for (const action of ['labeled', 'assigned', 'locked', 'review_requested']) {
    for (const each of listExamples('pull_request', action))
      expect(tell('pull_request', each)).toBeUndefined();
  }
});

test('a workflow run tells its commit and its id, in every state', () => {
  for (const action of ['requested', 'completed']) {
    for (const payload of listExamples('workflow_run', action)) {
      const run = payload['workflow_run'] as { head_sha: string; id: number };
      const wanted = { kind: 'commit', commit: run.head_sha, runId: run.id };
      expect(tell('workflow_run', payload)).toMatchObject(wanted);
    }
  }
});

test('a run of a push to the default branch names that branch, and a fork’s does not', () => {
  const [payload] = listExamples('workflow_run', 'completed');
  const own = { 'repository.default_branch': 'main', 'workflow_run.head_branch': 'main' };
  const pushed = change(payload, {
    ...own,
    ...{ 'workflow_run.event': 'push', 'repository.id': 5 },
    'workflow_run.head_repository.id': 5,
  });
  expect(tell('workflow_run', pushed)).toMatchObject({ pushedTo: 'main' });
  const forked = change(pushed, { 'workflow_run.head_repository.id': 6 });
  expect(tell('workflow_run', forked)).not.toHaveProperty('pushedTo');
});

test('"Re-run all checks" measures again, as "Re-run" does; suites that only began do not', () => {
  const [again] = listExamples('check_suite', 'rerequested');
  const { head_sha: head } = again?.['check_suite'] as { head_sha: string };
  expect(tell('check_suite', change(again, { 'sender.login': 'ada' }))).toEqual({
    ...{ kind: 'button', button: 'rerun', commit: head, sender: 'ada' },
  });
  for (const each of listExamples('check_suite', 'requested'))
    expect(tell('check_suite', each)).toBeUndefined();
});

test('"Re-run" and the buttons count for our own check alone, and only those that we made', () => {
  const [again] = listExamples('check_run', 'rerequested');
  expect(tell('check_run', again, 2)).toMatchObject({ kind: 'button', button: 'rerun' });
  expect(tell('check_run', again, 3)).toBeUndefined();
  const [pressed] = listExamples('check_run', 'requested_action');
  expect(tell('check_run', pressed, 25811)).toBeUndefined();
  const ours = change(pressed, { 'requested_action.identifier': 'accept' });
  expect(tell('check_run', ours, 25811)).toMatchObject({
    button: 'accept',
    checkRunId: 1494503112,
  });
  expect(tell('check_run', ours, 25812)).toBeUndefined();
});

test('a merge group is told with its base, and so is its end', () => {
  const [asked] = listExamples('merge_group', 'checks_requested');
  const head = '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d';
  const base = '380387fbc80638b734a49e1be1c4dfec1c01b33c';
  expect(tell('merge_group', asked)).toEqual({ kind: 'merge-group', head, base, branch: 'main' });
  const gone = change(asked, { action: 'destroyed', reason: 'dequeued' });
  expect(tell('merge_group', gone)).toEqual({ kind: 'merge-group-gone', head });
});

test('a push counts on the default branch, not a tag, another branch or a deletion', () => {
  const ref = (name: string, more = {}) => tell('push', change(push, { ref: name, ...more }));
  const after = { after: commit, deleted: false };
  expect(ref('refs/heads/master', after)).toEqual({ kind: 'push', branch: 'master', commit });
  expect(ref('refs/tags/master', after)).toBeUndefined();
  expect(ref('refs/heads/other', after)).toBeUndefined();
  expect(ref('refs/heads/master', { deleted: true })).toBeUndefined();
});

test('a push to any branch that changes its perigee.yml, or may, is told for what is merged there', () => {
  const to = (branch: string, more = {}) =>
    tell(
      'push',
      change(push, { ref: `refs/heads/${branch}`, after: commit, deleted: false, ...more }),
    );
  const file = { added: [], removed: [], modified: ['src/a.ts', 'perigee.yml'] };
  const other = { added: ['docs/perigee.yml'], removed: [], modified: [] };
  expect(to('release/1', { commits: [other, file] })).toEqual({
    kind: 'rules',
    branch: 'release/1',
  });
  expect(to('release/1', { commits: [other] })).not.toEqual({ kind: 'rules', branch: 'release/1' });
  expect(to('release/1', { forced: true, commits: [] })).toMatchObject({ kind: 'rules' });
  expect(to('release/1', { commits: Array(20).fill(other) })).toMatchObject({ kind: 'rules' });
  expect(to('master', { commits: [{ removed: ['perigee.yml'] }] })).toEqual({
    ...{ kind: 'push', branch: 'master', commit, changesRules: true },
  });
});

test('a push that leaves perigee.yml alone names the YAML files that it changes', () => {
  const to = (branch: string, files: readonly string[]) => {
    const more = { after: commit, deleted: false, commits: [{ modified: ['a.ts'], added: files }] };
    return tell('push', change(push, { ref: `refs/heads/${branch}`, ...more }));
  };
  const yaml = ['limits.yml', 'perf/all.yaml'];
  expect(to('release/1', yaml)).toEqual({ kind: 'rules', branch: 'release/1', yaml });
  expect(to('master', yaml)).toEqual({ kind: 'push', branch: 'master', commit, yaml });
  expect(to('release/1', ['b.ts', 'yml'])).toBeUndefined();
  const many = Array.from({ length: 101 }, (_, i) => `${i}.yml`);
  expect(to('release/1', many)).toEqual({ kind: 'rules', branch: 'release/1' });
});

test('a comment is told when it is new, on a pull request, and names us', () => {
  const [payload] = listExamples('issue_comment', 'created');
  const onPullRequest = change(payload, {
    'issue.pull_request': { url: 'https://api.github.com/repos/a/b/pulls/1' },
    'comment.body': 'Please\n/perigee help',
  });
  expect(tell('issue_comment', onPullRequest)).toMatchObject({
    ...{ kind: 'comment', author: 'Codertocat', authorIsBot: false },
    body: 'Please\n/perigee help',
  });
  const others = [
    change(onPullRequest, { action: 'edited' }),
    change(onPullRequest, { action: 'deleted' }),
    change(onPullRequest, { 'comment.body': 'perigee is nice' }),
    change(onPullRequest, { 'comment.body': null }),
    change(onPullRequest, { 'comment.user': null }),
    change(onPullRequest, { 'issue.pull_request': null }),
  ];
  for (const other of others) expect(tell('issue_comment', other)).toBeUndefined();
});

test('on an issue a comment is told where the issue names a push as ours do, with that push', () => {
  const [payload] = listExamples('issue_comment', 'created');
  const on = (body: unknown) =>
    tell('issue_comment', change(payload, { 'issue.body': body, 'comment.body': '/perigee help' }));
  const marker = `<!-- perigee culprit ${commit} of sync -->`;
  const culprit = { commit, suite: 'sync' };
  expect(on(`${marker}\n### ❌ Worse`)).toMatchObject({ kind: 'comment', number: 1, culprit });
  expect(on(`${marker}\r\n### ❌ Worse`)).toMatchObject({ culprit });
  const ofBudget = `<!-- perigee budget-release ${commit} of sync -->`;
  expect(on(ofBudget)).toMatchObject({ culprit: { ...culprit, budget: 'release' } });
  const others = ['', null, 7, `It is slow.\n${marker}`, `> ${marker}`, marker.replace('ab', '')];
  for (const other of others) expect(on(other)).toBeUndefined();
});

test('what may repeat an effect is named by what was signed, not by a header that anybody can change', () => {
  const [payload] = listExamples('issue_comment', 'created');
  const comment = change(payload, { 'issue.pull_request': {}, 'comment.body': '/perigee help' });
  const [button] = listExamples('check_run', 'rerequested');
  for (const [name, body] of [
    ['issue_comment', comment] as const,
    ['check_run', button] as const,
  ]) {
    expect(read(name, body, 2, 'one')?.id).toBe(read(name, body, 2, 'two')?.id);
  }
  const later = change(button, { 'check_run.completed_at': '2026-11-21T10:00:00Z' });
  expect(read('check_run', later, 2)?.id).not.toBe(read('check_run', button, 2)?.id);
});

test('an installation that may see more is looked at as a whole', () => {
  const wider = { id: 'guid', receivedAt, installation: 957387 };
  expect(read('installation', listExamples('installation', 'created')[0])).toEqual(wider);
  const added = listExamples('installation_repositories', 'added')[0];
  expect(read('installation_repositories', added)).toEqual(wider);
  for (const action of ['deleted', 'suspend'])
    expect(read('installation', listExamples('installation', action)[0])).toBeUndefined();
});

test.each([
  [
    'workflow_run',
    'completed',
    { 'workflow_run.head_sha': 'main' },
    /commit id at workflow_run.head_sha/,
  ],
  ['workflow_run', 'completed', { 'repository.id': '5' }, /number at repository.id/],
  ['pull_request', 'opened', { 'pull_request.number': -1 }, /pull_request.number/],
  ['pull_request', 'opened', { 'repository.owner': 'acme' }, /repository.owner.login/],
  ['pull_request', 'opened', { 'repository.name': 'a\nb' }, /repository.name/],
])('%s %s that lacks what it has to have is refused', (name, action, faults, message) => {
  expect(() => read(name, change(listExamples(name, action)[0], faults))).toThrow(message);
});
