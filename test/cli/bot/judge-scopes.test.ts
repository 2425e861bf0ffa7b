import { expect, test } from 'vitest';
import { judgeScopes, type Scope } from '../../../src/cli/bot/judge-scopes.ts';

const read: Scope[] = ['read_builds', 'read_pipelines', 'read_artifacts'];

test.each<Scope>(['retry_builds', 'write_builds'])('reading and %s are all it takes', (scope) => {
  expect(judgeScopes(new Set([...read, scope]))).toMatchObject({ kind: 'right', remedies: [] });
});

test('a token that only reads is enough to judge, and not to confirm', () => {
  const { kind, remedies } = judgeScopes(new Set(read));
  expect(kind).toBe('hint');
  expect(remedies[0]).toMatch(/^scope retry_builds \(or write_builds\), .*`rerun` is refused$/);
});

test.each(read)('without %s nothing is judged', (scope) => {
  const others = read.filter((each) => each !== scope);
  const { kind, remedies } = judgeScopes(new Set([...others, 'write_builds']));
  expect(kind).toBe('wrong');
  expect(remedies).toEqual([
    expect.stringContaining(`scope ${scope}, to `),
    expect.stringContaining('API Access Tokens'),
  ]);
});
