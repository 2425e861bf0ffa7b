// The import rule. A rule's name is the sentence that was broken, its comment is the reason for it.

const entryPoint = '^(src/(cli|service|web/pages)|action|bot|buildkite-plugin)/';
const stage =
  '^src/(profile|adapters|suite|runner|transport|aggregate|store|evidence|variability|verdict|report|history)/';
const pure =
  '^src/(contract|stats|adapters|aggregate|evidence|variability|verdict|gate|report|history)/';
/** Where the bot decides: what it hears and writes, and when, is passed in by the ports. */
const deciding = '^bot/src/(change|runs|left-out|main-branch|reconcile|commands)/';

/** What only computes: it opens nothing, waits for nothing, and gives the same answer every time. */
const harmlessBuiltins = '^(node:)?(assert|buffer|path|path/posix|querystring|url|util)$';

/** A package that may be replaced some day, and the one file that would change then. */
const vendors = {
  commander: '^src/cli/((main|gone|shared-options)\\.ts$|commands/)',
  kafkajs: '^src/transport/eventlog/',
  fzstd: '^src/transport/eventlog/kafka/',
  hysnappy: '^src/transport/eventlog/kafka/',
  lz4js: '^src/transport/eventlog/kafka/',
  koffi: '^src/profile/',
  yaml: '^src/suite/',
  '@modelcontextprotocol': '^src/(web/api/mcp/|cli/commands/mcp\\.ts$)',
  '@influxdata': '^src/store/influx/',
  probot: '^bot/src/deliveries/',
  octokit: '^src/(transport/github|web/api/readers)/',
  '@octokit': '^src/(transport/github|web/api/readers)/',
  '@actions/artifact': '^action/src/open-job\\.ts$',
  '@actions/core': '^action/src/',
  '@actions/github': '^action/src/github/',
};

/** Folders of the bot, and those above each of them that it must not know. */
const floorsOfTheBot = {
  change: ['runs', 'ledger', 'left-out', 'main-branch', 'reconcile', 'commands', 'scheduler'],
  runs: ['ledger', 'left-out', 'main-branch', 'reconcile', 'commands', 'scheduler'],
  ledger: ['left-out', 'main-branch', 'reconcile', 'commands', 'scheduler'],
  'left-out': ['main-branch', 'reconcile', 'commands', 'scheduler'],
  'main-branch': ['reconcile', 'commands', 'scheduler'],
  reconcile: ['commands', 'scheduler'],
};

/** Packages that dist/ carries or, as koffi, finds beside itself. */
const bundled = [
  ...[
    'commander',
    'echarts',
    'fzstd',
    'hysnappy',
    'kafkajs',
    'koffi',
    'lru-cache',
    'lz4js',
    'p-limit',
    'pprof-format',
  ],
  ...['@influxdata/influxdb-client', '@influxdata/influxdb-client-apis'],
  '@modelcontextprotocol/sdk',
  ...['octokit', '@octokit/graphql', '@octokit/oauth-app', '@octokit/types'],
  ...['probot', 'simple-statistics', 'yaml'],
];

const forbidden = [
  {
    name: 'contract-imports-nothing-of-ours',
    comment:
      'Every part speaks the contract. If it knew one of them, all would depend on that one. ' +
      'Its schemas are part of it.',
    from: { path: '^src/contract/' },
    to: {
      path: '^(src|scripts|test|bench|action|bot|buildkite-plugin)/',
      pathNot: '^src/contract/',
    },
  },
  {
    name: 'stats-imports-nothing-of-ours',
    comment: 'Numbers in, numbers out: it can be judged, and used, without the rest.',
    from: { path: '^src/stats/' },
    to: {
      path: '^(src|schemas|scripts|test|bench|action|bot|buildkite-plugin)/',
      pathNot: '^src/stats/',
    },
  },
  {
    name: 'stages-import-leaves-and-their-own-folder',
    comment:
      'Stages meet in documents of the contract, so each can be replaced, tested and run alone. ' +
      'An entry point passes the values on.',
    from: { path: stage },
    to: { path: '^src/', pathNot: '^src/(contract|stats|async|sqlite|logging|$1)/' },
  },
  {
    name: 'the-gate-imports-leaves-and-the-verdict',
    comment:
      'The gate says what several verdicts of one commit say together. It concludes from them by ' +
      'the functions that conclude from one, or check and report would disagree.',
    from: { path: '^src/gate/' },
    to: { path: '^src/', pathNot: '^src/(contract|stats|async|verdict|gate)/' },
  },
  {
    name: 'leaves-import-the-contract-and-their-own-folder',
    comment:
      'Turns, files of SQLite, logs and metrics are the same for whatever runs. If they knew what ' +
      'runs, each program would carry all the others.',
    from: { path: '^src/(async|sqlite|logging)/' },
    to: {
      path: '^(src|scripts|test|bench|action|bot|buildkite-plugin)/',
      pathNot: '^src/($1|contract)/',
    },
  },
  {
    name: 'pure-stages-keep-nothing-and-log-nothing',
    comment: 'What they find out is their result. Whoever calls them keeps it, and says so.',
    from: { path: pure },
    to: { path: '^src/(sqlite|logging)/' },
  },
  {
    name: 'only-entry-points-import-what-joins-stages',
    comment:
      'src/pipeline/ calls the stages one after the other, src/init/ proposes a suite, src/settings/ ' +
      'sets a service up, and src/web/api/ answers what people look at, for every entry point alike. ' +
      'A stage or a leaf that imported one of them would import all stages.',
    from: { path: '^src/', pathNot: `${entryPoint}|^src/(pipeline|init|settings|web/api)/` },
    to: { path: '^src/(pipeline|init|settings|web/api)/' },
  },
  {
    name: 'the-pipeline-knows-nothing-of-the-service',
    comment:
      'The action, the plugin and the command line take the same steps where no service runs. ' +
      'With its settings they would carry its databases too.',
    from: { path: '^src/pipeline/' },
    to: { path: '^src/settings/' },
  },
  {
    name: 'the-steps-of-a-job-know-no-ci',
    comment:
      'The action and the plugin take the same steps, and so come to the same verdict. What a CI says, ' +
      'and where it keeps artifacts and messages, is passed in.',
    from: { path: '^src/pipeline/job/' },
    to: { path: '^src/(pipeline/buildkite|transport/(github|buildkite))/' },
  },
  {
    name: 'nobody-imports-an-entry-point',
    comment:
      'An entry point reads arguments, the environment and the terminal. What others want from ' +
      'it belongs to a stage.',
    from: {
      path: '^(src|action|bot|buildkite-plugin|scripts|bench)/',
      pathNot: entryPoint,
    },
    to: { path: entryPoint },
  },
  {
    name: 'entry-points-do-not-import-each-other',
    comment: 'Each is a program of its own; what two of them need belongs to a stage.',
    from: { path: entryPoint },
    to: { path: entryPoint, pathNot: '^$1/' },
  },
  {
    name: 'pure-folders-touch-no-file-network-process-clock-or-dice',
    comment:
      'The same values in must give the same verdict out, on any machine and in any year. ' +
      'What the world has to say is passed in.',
    from: { path: pure },
    to: { dependencyTypes: ['core'], pathNot: harmlessBuiltins },
  },
  {
    name: 'what-the-bot-decides-touches-no-file-network-process-clock-or-dice',
    comment:
      'A look at a pull request is tested on a GitHub in memory, at any time of day, in thousands of ' +
      'random lives. It may take digests, and ask how large its heap may get.',
    from: { path: deciding },
    to: { dependencyTypes: ['core'], pathNot: `${harmlessBuiltins}|^(node:)?(crypto|v8)$` },
  },
  ...Object.entries(floorsOfTheBot).map(([floor, above]) => ({
    name: `bot-${floor}-imports-no-floor-above`,
    comment:
      'The bot goes from what is judged over its runs to a look and what is asked about it. A floor ' +
      'that imported a higher one could be neither read nor tested without it.',
    from: { path: `^bot/src/${floor}/` },
    to: { path: `^bot/src/(${above.join('|')})/` },
  })),
  {
    name: 'no-cycles',
    comment: 'Of two files that need each other neither can be understood alone.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'the-program-does-not-import-its-tests-or-scripts',
    comment: 'They are not part of what is installed.',
    from: { path: '^(src|bin|action|bot|buildkite-plugin)/' },
    to: { path: '^(test|scripts|bench)/' },
  },
  {
    name: 'the-program-imports-only-packages-that-are-named-here',
    comment:
      'What it imports is bundled into dist/ and goes to every user: a licence, a size and a door. ' +
      'A new package is a decision.',
    // A setup file of Vitest: the one of the user's project loads it, and is not bundled.
    from: {
      path: '^(src|bin|bot|buildkite-plugin)/',
      pathNot: '^src/profile/cases/vitest-hooks\\.ts$',
    },
    to: { path: '(^|/)node_modules/', pathNot: `(^|/)node_modules/(${bundled.join('|')})/` },
  },
  {
    name: 'every-import-leads-somewhere',
    comment: 'What cannot be found cannot be judged by the other rules either.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'the-sdk-has-no-dependencies',
    comment: 'It runs inside the tests of other people, beside versions that we do not know.',
    from: { path: '^src/profile/sdk\\.ts$' },
    to: { path: '(^|/)node_modules/', reachable: true },
  },
  ...Object.entries(vendors).map(([vendor, place]) => ({
    name: `only-one-place-imports-${vendor}`,
    comment: `Whoever replaces ${vendor} has one place to change.`,
    from: { path: '^(src|action|bot|buildkite-plugin)/', pathNot: place },
    to: { path: `(^|/)node_modules/${vendor}/` },
  })),
];

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: '(^|/)(node_modules|dist)/' },
    exclude: { path: '(^|/)(\\.cache|\\.perigee|coverage|golden)/' },
    // An import of a type is a dependency too: whoever reads the file has to read the other one.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      // Some packages hold nothing but types.
      mainFields: ['module', 'main', 'types'],
    },
  },
};
