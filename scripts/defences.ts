/**
 * Takes each defence of scripts/defences/ out of a copy of the last commit, one at a time, and runs the tests that
 * have to notice:
 *
 *   npx node scripts/defences.ts [--only PART]...
 *
 * Ends with 1 where one can be taken out and no test fails, and where its text is not found any more. Uses what
 * `npm run build` left.
 */
import { parseArgs } from 'node:util';
import type { Defence } from './defences/defence.ts';
import { defences } from './defences/table.ts';
import { type Copy, type Finding, withCopy } from './mutation/copy.ts';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const chosen = defences.filter(
  ({ against, file }) => values.only?.some((part) => `${file} ${against}`.includes(part)) ?? true,
);
const faults = await withCopy(async (copy) => {
  let count = 0;
  for (const defence of chosen) {
    const finding = await takeOut(copy, defence);
    if (finding !== 'noticed') count += 1;
    console.log(`${finding.padEnd(12)} ${defence.file}: ${defence.against}`);
  }
  return count;
});
console.log(`${chosen.length - faults} of ${chosen.length} defences cannot be taken out unnoticed`);
process.exitCode = faults === 0 ? 0 : 1;

async function takeOut(copy: Copy, defence: Defence): Promise<Finding | 'not found'> {
  const { file, text, without, tests } = defence;
  const whole = copy.read(file);
  if (whole.split(text).length !== 2) return 'not found';
  const planted = whole.replace(text, () => without);
  // The files one by one: most often the first of them fails, and then the others need not run.
  for (const test of tests) {
    const finding = await copy.tryText(file, planted, [test]);
    if (finding !== 'unnoticed') return finding;
  }
  return 'unnoticed';
}
