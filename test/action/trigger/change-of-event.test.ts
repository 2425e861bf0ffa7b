import { expect, test } from 'vitest';
import { parseTrigger } from '../../../action/src/trigger.ts';
import { findChange } from '../../../src/runner/revisions/find-change.ts';
import { checkOut, makeHost, type Host } from '../../runner/revisions/make-clone.ts';
import { type Payload, payloadOf } from './payloads.ts';

/** From what GitHub sends and a checkout as its action makes it, to the commits that are measured. */
async function resolve(host: Host, eventName: string, payload: Payload, ref: string) {
  const checkout = await checkOut(host.origin.root, ref);
  const sha = checkout.git('rev-parse', 'HEAD');
  const { head, base } = parseTrigger({ eventName, payload, ref, sha });
  const { before, after } = await findChange(checkout.remote, { head, base });
  return [before?.commit, after.commit];
}

function pullRequest({ commits }: Host, changes: Record<string, unknown> = {}) {
  return payloadOf('pull_request', {
    'pull_request.number': 7,
    'pull_request.head.sha': commits['head'],
    'pull_request.head.ref': 'faster',
    'pull_request.base.sha': commits['tip'],
    'pull_request.base.ref': 'main',
    ...changes,
  });
}

test('a pull request leads to its head and to where it left main', async () => {
  const host = makeHost();
  const { left, head } = host.commits;
  const payload = pullRequest(host);
  expect(await resolve(host, 'pull_request', payload, 'refs/pull/7/merge')).toEqual([left, head]);
});

test('a group of a merge queue leads to the base that the queue names', async () => {
  const host = makeHost();
  const { merge, tip } = host.commits;
  const queue = 'refs/heads/gh-readonly-queue/main/pr-7';
  host.origin.git('update-ref', queue, merge!);
  const payload = payloadOf('merge_group', {
    'merge_group.head_sha': merge,
    'merge_group.head_ref': queue,
    'merge_group.base_sha': tip,
  });
  expect(await resolve(host, 'merge_group', payload, queue)).toEqual([tip, merge]);
});

test.each([
  ['of a new branch', { before: '0'.repeat(40), created: true }],
  ['that was forced', { forced: true }],
])('a push %s leads to where the branch left main, as by hand', async (_title, changes) => {
  const host = makeHost();
  const { left, head, tip } = host.commits;
  const pushed = { ref: 'refs/heads/faster', before: tip, after: head, deleted: false, ...changes };
  const payload = payloadOf('push', { ...pushed, 'repository.default_branch': 'main' });
  expect(await resolve(host, 'push', payload, 'refs/heads/faster')).toEqual([left, head]);
});
