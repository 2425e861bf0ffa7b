import { pinAction } from './pinned-actions.ts';
import { describeToolSteps, type ToolVersions } from './tool-steps.ts';
import { splitJob } from './split-job.ts';

/** The facts of its repository that a workflow needs. */
export interface WorkflowFacts {
  /** The branch that changes are merged into. */
  defaultBranch: string;
  /** Shards that the suite is split into, at least 1; of several platforms, on each. */
  shards: number;
  /** Each of them measures every test; absent: the one that the jobs run on. */
  platforms?: readonly string[] | undefined;
  /** The programs that setup and tests call, e.g. npm, .venv/bin/python, go. */
  programs: readonly string[];
  versions?: ToolVersions;
  /** The judge: a job of the workflow, which is the default, or the app. */
  judge?: 'report' | 'bot';
  /** Measures the branch as well, for a service that keeps its history. The app always wants it. */
  history?: boolean;
  /** Proves at night that the gate fires. The app always wants it. */
  control?: boolean;
}

/** Stands in for the copy of the action that a repository may use, where Perigee's own package names none. */
export const placeholderAction = 'owner/perigee/action@v1';

const intros = {
  report: [
    '# Measures every change before it is merged; perigee.yml says what and how much worse is too much.',
  ],
  bot: [
    '# Measures every change; perigee.yml says what. The app judges: there is no report job, and no secret.',
    '# To block merges, require the check "perigee", with your app as its source.',
  ],
};

/** The text of a .github/workflows/perigee.yml: measures every change, and explains itself. */
export function describeWorkflow(facts: WorkflowFacts): string {
  const { defaultBranch, judge = 'report' } = facts;
  const { history, control } = listExtras(facts);
  const lines = [
    ...intros[judge],
    'name: Performance',
    ...(history || control
      ? [
          'on:',
          '  pull_request:',
          '  merge_group:',
          ...(history ? ['  push:', `    branches: [${writeBranch(defaultBranch)}]`] : []),
          '  schedule:',
          "    - cron: '23 3 * * *' # at night",
        ]
      : ['on: [pull_request, merge_group]']),
    "concurrency: { group: 'perigee-${{ github.event.pull_request.number || github.run_id }}', cancel-in-progress: true } # a newer push ends the older run",
    'permissions: { contents: read } # the code of a pull request may read it, and needs no secrets',
    'jobs:',
    ...(judge === 'bot' ? listJobsForBot(facts) : listJobs(facts)),
    ...(history ? ['', ...listAnchors(facts)] : []),
    ...(control ? ['', ...listControl(facts)] : []),
    '',
  ];
  return lines.join('\n');
}

/** Jobs beside those for a change. */
export function listExtras({
  judge,
  history = false,
  control = false,
}: Pick<WorkflowFacts, 'judge' | 'history' | 'control'>): { history: boolean; control: boolean } {
  const isForBot = judge === 'bot';
  return { history: history || isForBot, control: control || isForBot };
}

const isOfChange = "github.event_name == 'pull_request' || github.event_name == 'merge_group'";

function listJobs(facts: WorkflowFacts): string[] {
  const { history, control } = listExtras(facts);
  const isMixed = history || control;
  return [
    '  measure:',
    ...(isOne(facts) ? [] : nameJob(facts, facts.platforms === undefined ? 'Shard' : 'Measure')),
    ...(isMixed ? [`    if: ${isOfChange}`] : []),
    ...listSteps(facts, 'run'),
    '',
    '  report:',
    '    name: Perigee # to block merges, make it a required status check of the branch',
    '    needs: measure',
    `    if: ${isMixed ? `always() && (${isOfChange})` : 'always()'} # a job that is skipped would count as passed`,
    '    permissions: { contents: read, pull-requests: write } # for the comment',
    '    runs-on: ubuntu-24.04',
    '    timeout-minutes: 15',
    '    steps:',
    `      - uses: ${pinAction('actions/checkout')}`,
    `      - uses: ${placeholderAction}`,
    // Of several platforms perigee.yml says how many there are.
    `        with: { mode: report, ${
      isOne(facts) || facts.platforms !== undefined ? '' : `shard-total: ${facts.shards}, `
    }shards-result: '\${{ needs.measure.result }}' }`,
    ...(history
      ? [
          '',
          '  # Each push to the branch becomes a point of the history that a service keeps.',
          '  history:',
          ...nameJob(facts, 'History'),
          "    if: github.event_name == 'push'",
          ...listSteps(facts, 'history'),
        ]
      : []),
  ];
}

function listJobsForBot(facts: WorkflowFacts): string[] {
  return [
    '  # A push is compared with what the branch was before it: one that makes it slower gets an issue.',
    '  measure:',
    '    name: Shard ${{ matrix.shard }} # the number is how the app finds the job to run again',
    "    if: github.event_name != 'schedule'",
    ...listSteps(facts, 'run'),
  ];
}

function listAnchors(facts: WorkflowFacts): string[] {
  return [
    '  # At night, the branch against its last release or last week: exact levels, and tests with `when: nightly`.',
    '  anchors:',
    ...nameJob(facts, 'Anchors'),
    "    if: github.event_name == 'schedule'",
    ...listSteps(facts, 'anchor'),
  ];
}

function listControl(facts: WorkflowFacts): string[] {
  return [
    '  # At night, one side is made worse by a fifth: the job fails if the gate does not turn red for it.',
    '  control:',
    ...nameJob(facts, 'Control'),
    "    if: github.event_name == 'schedule'",
    ...listSteps(facts, 'control'),
  ];
}

function isOne({ platforms, shards }: WorkflowFacts): boolean {
  return shards === 1 && platforms === undefined;
}

function nameJob(facts: WorkflowFacts, name: string): string[] {
  return [`    name: ${name}${splitJob(facts).suffix}`];
}

/** All of a job that measures, below its name and condition. */
function listSteps(facts: WorkflowFacts, kind: 'run' | 'history' | 'anchor' | 'control'): string[] {
  const { judge = 'report', programs, versions } = facts;
  const { inputs, matrix, runner } = splitJob(facts);
  const mode = kind === 'anchor' ? 'run' : kind;
  const isAlone = kind === 'run' && isOne(facts);
  const decides = judge === 'bot' ? 'app' : 'report';
  // One shard in all would give the verdict itself, in a job that must not write.
  const why = `# the ${decides} decides, and comments`;
  const options = [
    ...(kind === 'run' && matrix.length === 0 ? [] : [`          mode: ${mode}`]),
    ...(kind === 'anchor' ? ['          base: anchor run', '          fail-on: never'] : []),
    ...inputs,
  ];
  return [
    ...matrix,
    `    runs-on: ${runner}`,
    '    timeout-minutes: 60',
    '    steps:',
    `      - uses: ${pinAction('actions/checkout')}`,
    ...describeToolSteps(programs, versions),
    `      - uses: ${placeholderAction}`,
    ...(options.length === 0
      ? [`        with: { fail-on: never, comment: never } ${why}`]
      : [
          ...['        with:', ...options],
          ...(isAlone ? [`          fail-on: never ${why}`, '          comment: never'] : []),
        ]),
  ];
}

/** A JSON text is a YAML text too. Of what may stand in a branch's name only these mean something to a filter. */
function writeBranch(name: string): string {
  return /^[\w./-]+$/.test(name) && !/^[-.\d]/.test(name)
    ? name
    : JSON.stringify(name.replaceAll(/[+!\]]/g, '\\$&'));
}
