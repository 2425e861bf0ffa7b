import { expect, test } from 'vitest';
import { listFormerNames } from '../../src/contract/renames.ts';
import { joinRenamed, renamedOfBuilds } from '../../src/store/join-renamed.ts';
import { makeStoredBuild } from './make-build.ts';

const span = (test: string, name: string, suite = 'sync') => ({
  ...{ repository: 'acme/sync', suite, test, span: name, annotations: {}, platform: 'linux-x64' },
  metrics: ['latency'],
});
const renamed = [{ test: 'send', was: ['put', 'upload'], spans: { hash: ['sum'] } }];

test('a span has the names that it had, each with each former name of its test', () => {
  const spans = [span('put', 'hash'), span('send', 'hash'), span('upload', 'sum')];
  expect(joinRenamed(spans, () => renamed)).toEqual([
    {
      ...span('send', 'hash'),
      former: [
        { test: 'put', span: 'hash' },
        { test: 'upload', span: 'sum' },
      ],
    },
  ]);
});

test('what has no points under its new name yet is listed under it all the same', () => {
  expect(joinRenamed([span('upload', 'whole test')], () => renamed)).toEqual([
    { ...span('send', 'whole test'), former: [{ test: 'upload', span: 'whole test' }] },
  ]);
});

test('the newest build of the default branch says what was renamed, not a pull request', () => {
  const ofPullRequest = makeStoredBuild(2, { branchKind: 'pull-request', renamed });
  const ofMain = makeStoredBuild(1, { branchKind: 'default' });
  const { suite } = ofMain;
  expect(renamedOfBuilds([ofPullRequest, ofMain])(suite)).toEqual([]);
  expect(renamedOfBuilds([ofPullRequest])(suite)).toEqual([]);
  const ofOther = makeStoredBuild(1, { branchKind: 'other', renamed });
  expect(renamedOfBuilds([ofPullRequest, ofOther])(suite)).toEqual(renamed);
});

test('a span may be called like a property of every object', () => {
  const tests = [{ name: 't', renamed: { spans: { a: ['b'] } } }];
  expect(listFormerNames(tests, { test: 't', span: 'constructor' })).toEqual([]);
  expect(listFormerNames(tests, { test: 't', span: 'a' })).toEqual([{ test: 't', span: 'b' }]);
});
