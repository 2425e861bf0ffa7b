import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executeHere, findSpan, root } from './execute-here.ts';

const built = join(root, 'dist/sdk.js');

// `npm install` and `npm test` build it; this is what a test imports that says `from 'perigee'`.
test('the built SDK marks spans in a plain program, also where Node lacks what came after 18', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  const program = join(folder, 'upload.mjs');
  writeFileSync(
    program,
    `import { profile, annotate } from ${JSON.stringify(built)};
     const size = await profile('upload', async () => {
       annotate('num_files', 3);
       await profile('hash', () => undefined);
       return 42;
     });
     console.log(size);`,
  );
  const older = join(folder, 'older.cjs');
  writeFileSync(
    older,
    `const since20 = ['isWellFormed', 'toWellFormed', 'toSorted', 'toReversed', 'toSpliced', 'with'];
     for (const one of [String, Array]) for (const name of since20) delete one.prototype[name];
     delete Map.groupBy; delete Object.groupBy; delete Promise.withResolvers; delete Array.fromAsync;`,
  );
  const execution = await executeHere(1, [process.execPath, '--require', older, program]);
  rmSync(folder, { recursive: true });
  expect(execution.log).toBe('42\n');
  expect(execution.problems).toEqual([]);
  expect(findSpan(execution, 'upload').annotations).toEqual({ num_files: 3 });
  expect(findSpan(execution, 'hash').parent).toBe('upload');
  expect(findSpan(execution, 'upload').values['latency']).toBeGreaterThan(0);
});
