import { pinAction } from './pinned-actions.ts';
import type { StarterPorts } from './findings.ts';
import { isLeanOption } from './lean-install.ts';
import { findInstaller } from './node-installer.ts';
import { readNodeRange } from './package-file.ts';
import { readIfThere } from './repository-files.ts';
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
  ports: Pick<StarterPorts, 'run'>,
): Promise<boolean> {
  const file = join(root, bisectWorkflowFile);
  await mkdir(dirname(file), { recursive: true });
  try {
    const text = describeBisectWorkflow(suite, {
      install: await findInstall(root, ports),
      versions: { ...versions, node: await chooseNode(root, versions) },
    });
    await writeFile(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  }
}

/** @returns undefined where Perigee is no dependency of the repository */
async function findInstall(
  root: string,
  ports: Pick<StarterPorts, 'run'>,
): Promise<string[] | undefined> {
  const text = (await readIfThere(root, 'package.json')) ?? '';
  return /"perigee"\s*:/.test(text) ? (await findInstaller(root, ports)).install : undefined;
}

/** Perigee runs on it too, and needs 20. */
async function chooseNode(root: string, { node }: ToolVersions): Promise<string | undefined> {
  const file = /^node-version-file: (.+)$/.exec(node ?? '')?.[1];
  if (file === undefined) return node;
  let named = (await readIfThere(root, file)) ?? '';
  if (file === 'package.json') named = readNodeRange(named);
  else if (file === '.tool-versions') named = /^nodejs\s+.*/m.exec(named)?.[0] ?? '';
  const majors = [...named.matchAll(/(?<![\d./-])v?(\d+)(\.[\w.-]+)?/g)].map(([, one]) =>
    Number(one),
  );
  // The names of LTS versions are in order of the alphabet, and that of 20 is Iron.
  const isOld = majors.some((one) => one < 20) || /lts\/[a-h]/i.test(named);
  return isOld ? undefined : node;
}

const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'];

/** Whether it installs the packages of the root. */
function installsRoot([program = '', ...words]: readonly string[]): boolean {
  const isElsewhere = words.some((word) =>
    /^(--(prefix|dir|cwd|filter|workspace)\b|-[CFw]$)/.test(word),
  );
  const isInstall =
    words.length === 0 ? program === 'yarn' : /^(ci|i|install)$/.test(words[0] ?? '');
  return packageManagers.includes(program) && isInstall && !isElsewhere;
}

/**
 * The text of a workflow that searches for the commit of an alert, and comments on its issue.
 * @param install the packages of the repository, where Perigee is one of them
 */
export function describeBisectWorkflow(
  { setup, tests }: Pick<Suite, 'setup' | 'tests'>,
  { install, versions }: { install?: readonly string[] | undefined; versions?: ToolVersions },
): string {
  // Perigee is a package of developers.
  const whole =
    install && (setup.find(installsRoot)?.filter((word) => !isLeanOption(word)) ?? install);
  const commands = [...setup, ...tests.map(({ command }) => command), whole ?? []];
  const programs = commands.flatMap(nameProgramOf);
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
    whole
      ? `      - run: ${whole.join(' ')}`
      : "      - run: npm install --global perigee # from your organisation's registry, or the file that `npm pack` makes in a clone of it",
    '      - run: |',
    `          ${whole ? 'npx perigee' : 'perigee'} bisect "$GOOD" "$BAD" \${TEST:+"--test=$TEST"} \${SPAN:+"--span=$SPAN"} \\`,
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
