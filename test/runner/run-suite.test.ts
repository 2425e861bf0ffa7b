import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { orderPair } from '../../src/runner/schedule/order-pair.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { makeRepository } from './stage/make-repository.ts';
import { makeRequest, makeTest } from './stage/make-request.ts';

const print = makeTest('print', { command: ['cat', 'work.txt'] });

test('each side runs its own code, in the seeded order, and the record is valid', async () => {
  const repository = makeRepository({ 'work.txt': 'before' });
  repository.write('work.txt', 'after');
  const record = await runSuite(
    makeRequest(repository, [print], { suite: { repeats: 3, maxRepeats: 3, warmup: 1 } }),
  );
  expect(listSchemaErrors('run-record', record)).toEqual([]);
  expect(record.status).toBe('complete');
  const ran = record.profiles.map(({ side, repeat, order }) => ({ side, repeat, order }));
  const planned = [0, 1, 2].flatMap((repeat) =>
    orderPair(7, 'print', repeat).map((side, order) => ({ side, repeat, order })),
  );
  expect(ran).toEqual(planned);
  for (const { log, side } of record.profiles) {
    const text = readFileSync(join(repository.root, '.perigee/runs', record.id, log ?? ''), 'utf8');
    expect(text).toBe(side);
  }
  expect(existsSync(join(repository.root, '.perigee/worktrees', record.id))).toBe(false);
  expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
});
