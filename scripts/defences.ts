/**
 * Takes each defence of scripts/defences/ out of a copy of the last commit, one at a time, and runs the tests that
 * have to notice:
 *
 *   npx node scripts/defences.ts [--only PART]...
 *
 * Ends with 1 where one can be taken out and no test fails, and where its text is not found any more. Uses what
 * `npm run build` left.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './checks/tracked-files.ts';
import type { Defence } from './defences/defence.ts';
import { defences } from './defences/table.ts';

type Finding = 'noticed' | 'unnoticed' | 'not found' | 'does not run';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const chosen = defences.filter(
  ({ against, file }) => values.only?.some((part) => `${file} ${against}`.includes(part)) ?? true,
);
const parent = mkdtempSync(join(tmpdir(), 'perigee-defences-'));
const copy = join(parent, 'copy');
execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy, 'HEAD'], { cwd: root });
try {
  for (const folder of ['node_modules', 'dist', '.cache']) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder));
  }
  let faults = 0;
  for (const defence of chosen) {
    const finding = takeOut(defence);
    if (finding !== 'noticed') faults += 1;
    console.log(`${finding.padEnd(12)} ${defence.file}: ${defence.against}`);
  }
  console.log(
    `${chosen.length - faults} of ${chosen.length} defences cannot be taken out unnoticed`,
  );
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', copy], { cwd: root });
  rmSync(parent, { recursive: true, force: true });
}

function takeOut({ file, text, without, tests }: Defence): Finding {
  const place = join(copy, file);
  const whole = readFileSync(place, 'utf8');
  if (whole.split(text).length !== 2) return 'not found';
  writeFileSync(
    place,
    whole.replace(text, () => without),
  );
  try {
    // The files one by one: most often the first of them fails, and then the others need not run.
    for (const test of tests) {
      const { status, stdout } = spawnSync(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', test],
        { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, NO_COLOR: '1' } },
      );
      if (status === 0) continue;
      // What cannot even be read proves nothing: some test has to have failed by itself.
      return /Tests +.*\d+ failed/.test(stdout) ? 'noticed' : 'does not run';
    }
    return 'unnoticed';
  } finally {
    writeFileSync(place, whole);
  }
}
