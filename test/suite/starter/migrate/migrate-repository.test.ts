import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../../../src/adapters/read-results.ts';
import { UserError } from '../../../../src/contract/user-error.ts';
import type { StarterPorts } from '../../../../src/suite/starter/findings.ts';
import { migrateRepository } from '../../../../src/suite/starter/migrate/migrate-repository.ts';
import { makeFolder } from '../../../runner/stage/make-repository.ts';

const ports: StarterPorts = {
  checkOut: () => Promise.resolve(undefined),
  readResults,
  startCases: () => [],
  run: () => Promise.reject(new Error('nothing is run')),
  note: () => undefined,
};

test('of more than a hundred workflows the others are not read', async () => {
  const root = makeFolder();
  const folder = join(root, '.github/workflows');
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < 100; i += 1) {
    writeFileSync(
      join(folder, `a${String(i).padStart(3, '0')}.yml`),
      'on: push\njobs: { a: { steps: [{ run: make }] } }\n',
    );
  }
  const last =
    'on: push\njobs:\n  bench:\n    steps:\n      - uses: benchmark-action/github-action-benchmark@v1\n        with: { tool: go, output-file-path: o.txt }\n';
  writeFileSync(join(folder, 'b.yml'), last);
  const outcome = migrateRepository(root, 'github-action-benchmark', ports);
  await expect(outcome).rejects.toThrow(UserError);
  await expect(outcome).rejects.toThrow('none of 101 workflows uses github-action-benchmark');
});
