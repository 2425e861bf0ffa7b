import { namePlatform } from '../contract/platforms.ts';
import { listExtras, type WorkflowFacts } from './workflow.ts';

/** Stands in for the copy of the plugin that an organisation may use. A release names its own version here. */
export const placeholderPlugin = 'owner/perigee#v0.1.0';

type Judge = NonNullable<WorkflowFacts['judge']>;

const intros: Readonly<Record<Judge, readonly string[]>> = {
  report: [
    '# Measures every change before it is merged; perigee.yml says what and how much worse is too much.',
    '# To block merges, require the status of this pipeline on GitHub.',
  ],
  bot: [
    '# Measures every change; perigee.yml says what. The app judges, so no step is red because of a regression.',
    '# To block merges, require the check "perigee", with your app as its source.',
  ],
};

type Kind = 'run' | 'history' | 'anchor' | 'control';

/** Which builds judge, which measure the tip of the branch alone, and which compare it with what was long ago. */
const conditions: Readonly<Record<Judge, Partial<Record<Kind, string>>>> = {
  report: {
    run: 'build.branch != pipeline.default_branch',
    history: "build.branch == pipeline.default_branch && build.source != 'schedule'",
    anchor: "build.branch == pipeline.default_branch && build.source == 'schedule'",
    control: "build.branch == pipeline.default_branch && build.source == 'schedule'",
  },
  // A push is compared with what the branch was before it: one that makes it slower gets an issue.
  bot: {
    run: "build.source != 'schedule'",
    anchor: "build.source == 'schedule'",
    control: "build.source == 'schedule'",
  },
};

const names: Readonly<Record<Kind, { label: string; key: string }>> = {
  run: { label: ':stopwatch: Performance', key: 'performance' },
  history: {
    label: ':chart_with_upwards_trend: Performance history',
    key: 'performance-history',
  },
  anchor: { label: ':anchor: Performance anchors', key: 'performance-anchors' },
  control: { label: ':test_tube: Performance control', key: 'performance-control' },
};

/** The text of a .buildkite/pipeline.yml: measures every change, and explains itself. */
export function describePipeline(facts: Omit<WorkflowFacts, 'defaultBranch'>): string {
  return [...intros[facts.judge ?? 'report'], 'steps:', describePipelineSteps(facts)].join('\n');
}

/** The steps to add to an existing pipeline. */
export function describePipelineSteps(facts: Omit<WorkflowFacts, 'defaultBranch'>): string {
  const { judge = 'report', platforms, shards } = facts;
  const isOne = shards === 1 && platforms === undefined;
  const { history, control } = listExtras(facts);
  return [
    ...listStep(facts, 'run', [
      ...(judge === 'bot' ? ['          fail-on: never # the app decides'] : []),
    ]),
    '',
    ...(judge === 'bot' || isOne ? [] : [...listReport(facts), '']),
    ...(history && judge === 'report'
      ? [
          '  # Each push to the branch becomes a point of the history that a service keeps.',
          ...listStep(facts, 'history', ['          mode: history']),
          '',
        ]
      : []),
    ...(history
      ? [
          '  # In scheduled builds, the branch against its last release or last week: exact levels, and nightly tests.',
          ...listStep(facts, 'anchor', ['          base: anchor run', '          fail-on: never']),
          '',
        ]
      : []),
    ...(control
      ? [
          '  # In scheduled builds, one side is made worse by a fifth: the job fails if the gate does not turn red for it.',
          ...listStep(facts, 'control', ['          mode: control']),
          '',
        ]
      : []),
  ].join('\n');
}

/** Of several platforms a step for each, since one with a matrix cannot have `parallelism`. */
function listStep(
  facts: Omit<WorkflowFacts, 'defaultBranch'>,
  kind: Kind,
  options: readonly string[],
): string[] {
  const { platforms = [undefined] } = facts;
  return platforms.flatMap((platform, place) => [
    ...(place === 0 ? [] : ['']),
    ...listStepOn(platform, facts, kind, options),
  ]);
}

function listStepOn(
  platform: string | undefined,
  { judge = 'report', programs, shards }: Omit<WorkflowFacts, 'defaultBranch'>,
  kind: Kind,
  options: readonly string[],
): string[] {
  const needed = [...new Set(programs)].filter((program) => !program.includes('/')).sort();
  const isRun = kind === 'run';
  const { label, key } = names[kind];
  return [
    `  - label: '${label}${platform === undefined ? '' : ` on ${namePlatform(platform)}`}'`,
    `    key: ${nameKey(key, platform)}`,
    `    if: ${conditions[judge][kind] ?? 'true'}`,
    ...(platform === undefined
      ? []
      : [`    agents: { queue: ${platform} } # the queue of agents of this platform`]),
    ...(shards === 1 ? [] : [`    parallelism: ${shards} # as shards.total in perigee.yml`]),
    ...(isRun
      ? [
          `    # Agents need bash, git, Node.js 20 or newer${needed.length === 0 ? '' : `, and what is measured: ${needed.join(', ')}`}.`,
          ...(platform === undefined
            ? [
                '    # One kind of machine for all shards, with one agent on each: agents: { queue: … }',
              ]
            : []),
        ]
      : []),
    '    timeout_in_minutes: 60',
    ...(isRun && judge === 'bot'
      ? [
          '    retry:',
          '      manual:',
          '        permit_on_passed: true # the app runs a shard again before it says red',
        ]
      : []),
    '    plugins:',
    `      - ${placeholderPlugin}${options.length === 0 ? '' : ':'}`,
    ...options,
  ];
}

function nameKey(key: string, platform: string | undefined): string {
  return platform === undefined ? key : `${key}-${platform}`;
}

function listReport({ platforms, shards }: Pick<WorkflowFacts, 'platforms' | 'shards'>): string[] {
  const { key } = names.run;
  const keys = platforms?.map((platform) => nameKey(key, platform));
  return [
    "  - label: ':scales: Performance verdict'",
    '    key: performance-verdict',
    `    if: ${conditions.report.run}`,
    `    depends_on: ${keys === undefined ? key : `[${keys.join(', ')}]`}`,
    '    allow_dependency_failure: true # a shard that failed is missing, and never green',
    '    timeout_in_minutes: 15',
    '    plugins:',
    `      - ${placeholderPlugin}:`,
    '          mode: report',
    // Of several platforms perigee.yml says how many there are, and every step of the build has some.
    ...(keys === undefined ? [`          step: ${key}`, `          shards: ${shards}`] : []),
  ];
}
