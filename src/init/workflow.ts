/** What a workflow has to know of its repository. */
export interface WorkflowFacts {
  /** The branch that changes are merged into. */
  defaultBranch: string;
  /** Shards that the suite is split into, at least 1. */
  shards: number;
  /** The programs that setup and tests call, e.g. npm, .venv/bin/python, go. */
  programs: readonly string[];
  /** Who gives the verdict: a job of the workflow, which is the default, or the app. */
  judge?: 'report' | 'bot';
}

/** Stands in for the copy of the action that a repository may use, which nothing in it tells. */
export const placeholderAction = 'owner/perigee/action@v1';

/** One shard in all would give the verdict itself, in a job that must not write. */
const verdictOfOthers = {
  report: [
    '          fail-on: never # the report decides',
    '          comment: never # and comments',
  ],
  bot: ['          fail-on: never # the app decides', '          comment: never # and comments'],
};

const intros = {
  report: [
    '# Measures every change before it is merged; perigee.yml says what and how much worse is too much.',
    '# To block merges, make the job "Perigee" a required status check of the branch.',
  ],
  bot: [
    '# Measures every change; perigee.yml says what. The app judges: there is no report job, and no secret.',
    '# To block merges, require the check "perigee", with your app as its source.',
  ],
};

/** The text of a .github/workflows/perigee.yml: measures every change, and explains itself. */
export function describeWorkflow(facts: WorkflowFacts): string {
  const { defaultBranch, judge = 'report' } = facts;
  const lines = [
    ...intros[judge],
    'name: Performance',
    '',
    'on:',
    '  pull_request:',
    '  merge_group:',
    '  push:',
    `    branches: [${writeBranch(defaultBranch)}]`,
    '  schedule:',
    "    - cron: '23 3 * * *' # at night: an anchor run of all tests, those with `when: nightly` too",
    '',
    '# A newer push to a pull request cancels the older measurement. Everything else runs to its end.',
    'concurrency:',
    '  group: perigee-${{ github.event.pull_request.number || github.run_id }}',
    '  cancel-in-progress: true',
    '',
    '# The jobs that run the code of a pull request may read it and nothing else. They need no secrets.',
    'permissions:',
    '  contents: read',
    '',
    'jobs:',
    ...(judge === 'bot' ? listJobsForBot(facts) : listJobs(facts)),
    '',
  ];
  return lines.join('\n');
}

function listJobs(facts: WorkflowFacts): string[] {
  return [
    '  measure:',
    '    name: Shard ${{ matrix.shard }}',
    "    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'",
    ...listSteps(facts, 'run'),
    '',
    '  report:',
    '    name: Perigee',
    '    needs: measure',
    '    # Always: a job that is skipped because a shard failed would count as passed.',
    "    if: always() && (github.event_name == 'pull_request' || github.event_name == 'merge_group')",
    '    permissions:',
    '      contents: read',
    '      pull-requests: write # for the comment; without it only the job summary has the report',
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 15',
    '    steps:',
    '      - uses: actions/checkout@v6',
    `      - uses: ${placeholderAction}`,
    '        with:',
    '          mode: report',
    `          shard-total: ${facts.shards}`,
    '          shards-result: ${{ needs.measure.result }}',
    '',
    '  # For a service that keeps the history of all series. If you have none, remove this job and the next one.',
    '  history:',
    '    name: History ${{ matrix.shard }}',
    "    if: github.event_name == 'push'",
    ...listSteps(facts, 'history'),
    '',
    ...listNightlyJobs(facts),
  ];
}

function listJobsForBot(facts: WorkflowFacts): string[] {
  return [
    '  # A push is compared with what the branch was before it: one that makes it slower gets an issue.',
    '  measure:',
    '    name: Shard ${{ matrix.shard }} # the number is how the app finds the job to run again',
    "    if: github.event_name != 'schedule'",
    ...listSteps(facts, 'run'),
    '',
    ...listNightlyJobs(facts),
  ];
}

/** At night. Ties the levels of the history together, proves that the gate fires, and measures the tests that are too slow for every change. */
function listNightlyJobs(facts: WorkflowFacts): string[] {
  return [
    '  # The tip of the branch against the last release, or against the tip of last week, in turn. It judges nothing:',
    '  # it makes the history exact, and has the tests that are too slow for every change.',
    '  anchors:',
    '    name: Anchors ${{ matrix.shard }}',
    "    if: github.event_name == 'schedule'",
    ...listSteps(facts, 'anchor'),
    '',
    '  # One side is made worse by a fifth: a job that does not turn red for it fails.',
    '  control:',
    '    name: Control ${{ matrix.shard }}',
    "    if: github.event_name == 'schedule'",
    ...listSteps(facts, 'control'),
  ];
}

/** All of a job that measures, below its name and condition. */
function listSteps(
  { judge = 'report', programs, shards }: WorkflowFacts,
  kind: 'run' | 'history' | 'anchor' | 'control',
): string[] {
  const list = Array.from({ length: shards }, (_, index) => index + 1).join(', ');
  return [
    '    strategy:',
    '      fail-fast: false',
    '      matrix:',
    '        # As many as shard-total below, and as shards.total in perigee.yml if it is set.',
    `        shard: [${list}]`,
    '    # One kind of machine for all shards. A quieter one (self-hosted) decides sooner.',
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 60',
    '    steps:',
    '      - uses: actions/checkout@v6',
    ...describeToolSteps(programs),
    '      # `owner` is the account that a clone of Perigee was pushed to, with this tag.',
    `      - uses: ${placeholderAction}`,
    '        with:',
    `          mode: ${kind === 'anchor' ? 'run' : kind}`,
    ...(kind === 'anchor' ? ['          base: anchor run', '          fail-on: never'] : []),
    '          shard: ${{ matrix.shard }}',
    `          shard-total: ${shards}`,
    ...(kind === 'run' && shards === 1 ? verdictOfOthers[judge] : []),
  ];
}

/** A JSON text is a YAML text too. Of what may stand in a branch's name only these mean something to a filter. */
function writeBranch(name: string): string {
  return /^[\w./-]+$/.test(name) && !/^[-.\d]/.test(name)
    ? name
    : JSON.stringify(name.replaceAll(/[+!\]]/g, '\\$&'));
}

/** Steps of a workflow that bring what setup and tests call. */

interface Tool {
  /** Last part of the path of the programs that it brings. */
  programs: readonly string[];
  steps: readonly string[];
}

const tools: readonly Tool[] = [
  {
    programs: ['node', 'npm', 'npx', 'pnpm', 'yarn', 'bun'],
    steps: ['      - uses: actions/setup-node@v6', '        with:', '          node-version: 24'],
  },
  {
    programs: ['pnpm', 'yarn'],
    steps: ['      - run: corepack enable # brings the version that package.json names'],
  },
  { programs: ['bun'], steps: ['      - uses: oven-sh/setup-bun@v2'] },
  {
    programs: ['python3', 'python'],
    steps: [
      '      - uses: actions/setup-python@v6',
      '        with:',
      "          python-version: '3.13'",
    ],
  },
  {
    programs: ['go'],
    steps: [
      '      - uses: actions/setup-go@v6',
      '        with:',
      '          go-version-file: go.mod',
    ],
  },
];

/** @param programs as commands name them; those that nothing here brings are passed over */
export function describeToolSteps(programs: readonly string[]): string[] {
  const named = new Set(programs.map((program) => program.split('/').at(-1) ?? program));
  return tools
    .filter((tool) => tool.programs.some((program) => named.has(program)))
    .flatMap(({ steps }) => steps);
}
