import { describeToolSteps } from './workflow-tools.ts';

/** What a workflow has to know of its repository. */
export interface WorkflowFacts {
  /** The branch that changes are merged into. */
  defaultBranch: string;
  /** Shards that the suite is split into, at least 1. */
  shards: number;
  /** The programs that setup and tests call, e.g. npm, .venv/bin/python, go. */
  programs: readonly string[];
}

const action = 'owner/perigee/action@v1';

/** One shard in all would give the verdict itself, in a job that must not write. */
const verdictOfReport = [
  '          fail-on: never # the report decides',
  '          comment: never # and comments',
];

/** The text of a .github/workflows/perigee.yml: measures every change, and explains itself. */
export function describeWorkflow({ defaultBranch, shards, programs }: WorkflowFacts): string {
  const tools = describeToolSteps(programs);
  const list = Array.from({ length: shards }, (_, index) => index + 1).join(', ');
  const measure = (mode: 'run' | 'history'): string[] => [
    ...strategy(list),
    '    # One kind of machine for all shards. A quieter one (self-hosted) decides sooner.',
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 60',
    '    steps:',
    '      - uses: actions/checkout@v6',
    ...tools,
    '      # `owner` is whoever publishes the copy of Perigee that you use: docs/github-action.md.',
    `      - uses: ${action}`,
    '        with:',
    `          mode: ${mode}`,
    '          shard: ${{ matrix.shard }}',
    `          shard-total: ${shards}`,
    ...(mode === 'run' && shards === 1 ? verdictOfReport : []),
  ];
  const lines = [
    '# Measures every change before it is merged; perigee.yml says what and how much worse is too much.',
    '# To block merges, make the job "Perigee" a required status check of the branch.',
    'name: Performance',
    '',
    'on:',
    '  pull_request:',
    '  merge_group:',
    '  push:',
    `    branches: [${writeBranch(defaultBranch)}]`,
    '  schedule:',
    "    - cron: '23 3 * * *' # at night: the history of all tests, those with `when: nightly` too",
    '',
    '# A newer push to a pull request ends the measuring of the older one. All else runs to its end.',
    'concurrency:',
    '  group: perigee-${{ github.event.pull_request.number || github.run_id }}',
    '  cancel-in-progress: true',
    '',
    '# The jobs that run the code of a pull request may read it and nothing else. They need no secrets.',
    'permissions:',
    '  contents: read',
    '',
    'jobs:',
    '  measure:',
    '    name: Shard ${{ matrix.shard }}',
    "    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'",
    ...measure('run'),
    '',
    '  report:',
    '    name: Perigee',
    '    needs: measure',
    '    # Always: a job that is skipped because a shard failed would count as passed.',
    "    if: always() && (github.event_name == 'pull_request' || github.event_name == 'merge_group')",
    '    permissions:',
    '      contents: read',
    '      pull-requests: write # for the comment; leave it out and the summary says it all',
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 15',
    '    steps:',
    '      - uses: actions/checkout@v6',
    `      - uses: ${action}`,
    '        with:',
    '          mode: report',
    `          shard-total: ${shards}`,
    '          shards-result: ${{ needs.measure.result }}',
    '',
    '  # What a service that keeps the history of all series collects. Nobody does? Take this job out.',
    '  history:',
    '    name: History ${{ matrix.shard }}',
    "    if: github.event_name == 'push' || github.event_name == 'schedule'",
    ...measure('history'),
    '',
  ];
  return lines.join('\n');
}

function strategy(list: string): string[] {
  return [
    '    strategy:',
    '      fail-fast: false',
    '      matrix:',
    '        # As many as shard-total below, and as shards.total of perigee.yml where that is set.',
    `        shard: [${list}]`,
  ];
}

/** A JSON text is a YAML text too. Of what may stand in a branch's name only these mean something to a filter. */
function writeBranch(name: string): string {
  return /^[\w./-]+$/.test(name) && !/^[-.\d]/.test(name)
    ? name
    : JSON.stringify(name.replaceAll(/[+!\]]/g, '\\$&'));
}
