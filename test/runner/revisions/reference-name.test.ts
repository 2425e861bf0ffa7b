import { isCommitId } from '../../../src/contract/commit.ts';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { branchReference, isReferenceName } from '../../../src/runner/revisions/reference-name.ts';

const names = [
  ...'main feature/upload a..b a.lock a.lock/b .a a/.b a/ a. a//b a~b a^b a:b a?b a*b a[b'.split(
    ' ',
  ),
  ...'a\\b a@{b @ a@b -x ${IFS} $(touch${IFS}pwned) ;rm `x` "quoted" ünïcode'.split(' '),
  ...['a b', 'a\tb', 'a\u007fb', 'a\nb', '$(touch pwned)'],
];

test.each(names)('git and Perigee agree on the branch %j', (name) => {
  const reference = `refs/heads/${name}`;
  const { status } = spawnSync('git', ['check-ref-format', reference]);
  expect(isReferenceName(reference)).toBe(status === 0);
});

test('a branch that looks like an option has no reference, though git would allow it', () => {
  expect(branchReference('-x')).toBe(undefined);
  expect(branchReference('--upload-pack=x')).toBe(undefined);
  expect(branchReference('main')).toBe('refs/heads/main');
});

test('only whole ids in lower case are ids', () => {
  expect(isCommitId('a'.repeat(40))).toBe(true);
  expect(isCommitId('a'.repeat(64))).toBe(true);
  expect(['a'.repeat(39), 'A'.repeat(40), `${'a'.repeat(40)}\n`, ''].some(isCommitId)).toBe(false);
});
