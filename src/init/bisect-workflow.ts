import { pinAction } from './pinned-actions.ts';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Suite } from '../contract/suite.ts';
import { describeToolSteps, nameProgramOf, type ToolVersions } from './tool-steps.ts';

/** Relative to the repository's root. The bot starts it by this name. */
export const bisectWorkflowFile = '.github/workflows/perigee-bisect.yml';

/** @returns whether it was written; one that is there stays */
export async function writeBisectWorkflow(
  root: string,
  suite: Pick<Suite, 'setup' | 'tests'>,
  versions: ToolVersions,
): Promise<boolean> {
  const file = join(root, bisectWorkflowFile);
  await mkdir(dirname(file), { recursive: true });
  try {
    const text = describeBisectWorkflow(suite, {
      isInstalledHere: dependsOnPerigee(root),
      versions,
    });
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  }
}

function dependsOnPerigee(root: string): boolean {
  const file = join(root, 'package.json');
  return existsSync(file) && /"perigee"\s*:/.test(readFileSync(file, 'utf8'));
}

const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'];

/**
 * The text of a workflow that searches for the commit of an alert, and comments on its issue.
 * @param isInstalledHere whether Perigee is a dependency of the repository
 */
export function describeBisectWorkflow(
  { setup, tests }: Pick<Suite, 'setup' | 'tests'>,
  { isInstalledHere, versions }: { isInstalledHere: boolean; versions?: ToolVersions },
): string {
  const programs = [...setup, ...tests.map(({ command }) => command)].flatMap(nameProgramOf);
  const install = setup.find(([name = '']) => packageManagers.includes(name)) ?? ['npm', 'ci'];
  return [
    '# Finds the commit of an alert: `/perigee bisect` on its issue starts it, or you do under Actions.',
    'name: Find a slow commit',
    'run-name: Find what came between ${{ inputs.good }} and ${{ inputs.bad }}',
    'on:',
    '  workflow_dispatch:',
    '    inputs:',
    '      good: { description: a commit that was fast, required: true }',
    '      bad: { description: a commit that is slow, required: true }',
    "      test: { description: only this test, default: '' }",
    "      span: { description: follow this span, default: '' }",
    "      metric: { description: follow this metric, default: '' }",
    "      issue: { description: the issue that waits for the answer, default: '' }",
    'permissions: {}',
    'concurrency: perigee-bisect-${{ inputs.good }}-${{ inputs.bad }}',
    'jobs:',
    '  bisect:',
    '    runs-on: ubuntu-24.04 # the kind of machine that measures your changes',
    '    timeout-minutes: 300',
    '    permissions: { contents: read }',
    '    steps:',
    `      - uses: ${pinAction('actions/checkout')}`,
    '        with: { fetch-depth: 0, persist-credentials: false }',
    ...describeToolSteps(['node', ...programs], versions),
    `      - uses: ${pinAction('actions/cache', 'restore')}`,
    '        with:',
    '          path: .perigee/runs',
    '          key: perigee-bisect-${{ inputs.good }}-${{ inputs.bad }}-${{ github.run_id }}-${{ github.run_attempt }}',
    '          restore-keys: perigee-bisect-${{ inputs.good }}-${{ inputs.bad }}-',
    isInstalledHere
      ? `      - run: ${install.join(' ')}`
      : '      - run: npm install --global perigee # or the file that `npm pack` makes in a clone of it',
    '      - run: |',
    `          ${isInstalledHere ? 'npx perigee' : 'perigee'} bisect "$GOOD" "$BAD" \${TEST:+"--test=$TEST"} \${SPAN:+"--span=$SPAN"} \\`,
    '            ${METRIC:+"--metric=$METRIC"} --format markdown > bisect.md || test $? -eq 4',
    '          cat bisect.md >> "$GITHUB_STEP_SUMMARY"',
    '        env:',
    '          GOOD: ${{ inputs.good }}',
    '          BAD: ${{ inputs.bad }}',
    '          TEST: ${{ inputs.test }}',
    '          SPAN: ${{ inputs.span }}',
    '          METRIC: ${{ inputs.metric }}',
    '      - if: always()',
    `        uses: ${pinAction('actions/cache', 'save')}`,
    '        with:',
    '          path: .perigee/runs',
    '          key: perigee-bisect-${{ inputs.good }}-${{ inputs.bad }}-${{ github.run_id }}-${{ github.run_attempt }}',
    '      - if: always()',
    `        uses: ${pinAction('actions/upload-artifact')}`,
    '        with:',
    '          name: bisect',
    '          path: |',
    '            bisect.md',
    '            .perigee/runs/*/report.html',
    '  tell:',
    '    needs: bisect',
    "    if: always() && inputs.issue != ''",
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 15',
    '    permissions: { issues: write }',
    '    steps:',
    `      - uses: ${pinAction('actions/download-artifact')}`,
    '        continue-on-error: true',
    '        with: { name: bisect }',
    '      - run: |',
    "          test -s bisect.md || echo 'The search did not end.' > bisect.md",
    String.raw`          printf '\n[Log and pages of the comparisons](%s)\n' "$RUN" >> bisect.md`,
    '          gh issue comment "$ISSUE" --body-file bisect.md',
    '        env:',
    '          GH_TOKEN: ${{ github.token }}',
    '          GH_REPO: ${{ github.repository }}',
    '          ISSUE: ${{ inputs.issue }}',
    '          RUN: ${{ github.server_url }}/${{ github.repository }}/actions/runs/${{ github.run_id }}',
    '',
  ].join('\n');
}
