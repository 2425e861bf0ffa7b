import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardsOnEach } from '../../contract/platforms.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { parseSuite } from '../../suite/parse-suite.ts';
import { checkTotal } from '../../suite/shards/parse-shard.ts';
import { writePins } from '../../suite/shards/write-pins.ts';
import { bisectWorkflowFile, writeBisectWorkflow } from '../../init/bisect-workflow.ts';
import {
  chooseCi,
  describeFate,
  explainNoCiFile,
  findCi,
  findOwnPipeline,
} from '../../init/find-ci.ts';
import { draftSuite } from '../../init/draft-suite.ts';
import { inspectRepository } from '../../init/inspect-repository.ts';
import { listNeeded } from '../../init/list-needed.ts';
import { readToolVersions } from '../../init/tool-steps.ts';
import { describePipelineSteps } from '../../init/pipeline.ts';
import {
  type CiFile,
  githubWorkflow,
  readFacts,
  type WorkflowWish,
  writeWorkflow,
} from '../../init/workflow-file.ts';
import { listRemotes, nameBranch } from '../ask-git.ts';
import { type Beginning, renderRepositoryFindings, renderFirstSteps } from '../first-steps.ts';
import { takeTimeOfJob } from '../../suite/resolve-suite.ts';
import { describeNoise, describeTimeOfJob, describeTimes } from '../render-expectations.ts';
import { measureHostNoise } from '../../runner/noise/measure-host-noise.ts';
import { readRemote } from '../../pipeline/read-remote.ts';
import { readOwnPackage } from '../home.ts';
import { findTargetBranch } from '../judge-record.ts';
import { nameProgram } from '../program-name.ts';
import { choosePorts } from '../try-command.ts';
import { findRoot } from '../workplace.ts';
import { type Command, InvalidArgumentError } from 'commander';
import { end } from '../end-with.ts';
import { parseCount } from '../shared-options.ts';
import { goneOption } from '../gone.ts';

interface InitOptions {
  /** `OWNER/REPO` or `OWNER/REPO@TAG` */
  action?: string;
  history?: boolean;
  control?: boolean;
  bot?: boolean;
  /** A pipeline of Buildkite instead of a workflow of GitHub. */
  buildkite?: boolean;
  /** A workflow of GitHub, also where nothing shows that the repository is there. */
  github?: boolean;
  /** How many shards there are from now on. */
  shards?: number;
}

/** The source of this copy of Perigee, as its package says. */
const usualRepository = readOwnRepository();

function readOwnRepository(): string | undefined {
  const { repository } = readOwnPackage();
  return repository && readRemote(typeof repository === 'string' ? repository : repository.url);
}

function parseRepository(text: string): string {
  if (/^[\w.-]+\/[\w.-]+(@[\w.-]+)?$/.test(text)) return text;
  throw new InvalidArgumentError('expected owner and name, e.g. acme/perigee or acme/perigee@v1');
}

export function declareCommand(command: Command): void {
  command
    .option(
      '--action <owner/repo>',
      `the repository on GitHub with Perigee's action or plugin${usualRepository === undefined ? '' : ` (default: ${usualRepository})`}`,
      parseRepository,
    )
    .option('--bot', 'the workflow only measures; the bot gives the verdict')
    .option('--buildkite', 'for Buildkite: a pipeline instead of a workflow')
    .option('--github', 'a workflow of GitHub, also where no remote is there')
    .option('--history', 'also measure each push and, at night, anchors: the history of a service')
    .option('--control', 'also prove at night that the gate turns red')
    .addOption(
      goneOption(
        '--from <tool>',
        'init looks at the benchmarks themselves; `perigee import` takes over their history',
      ),
    )
    .option(
      '--shards <number>',
      'split the suite into this many shards, one job for each',
      parseCount,
    )
    .action((options: InitOptions) => end(init(options)));
}

/**
 * `perigee init`: a first perigee.yml at the root of the repository and a workflow, or a pipeline of Buildkite,
 * all fitted to what is found there. Benchmarks that have to be compiled are compiled and tried. What is there
 * already stays; a suite without a workflow gets one. With `--bot` the workflow leaves the verdict to the app,
 * and a second one searches for the commit of an alert.
 * `--shards` splits the suite in both files, whether or not they are new.
 */
async function init(options: InitOptions): Promise<ExitCode> {
  const { action, bot = false, buildkite = false, control, history, shards } = options;
  const root = findRoot(process.cwd());
  const found = findCi(root, listRemotes(root));
  const github = wantsWorkflow(options);
  const ci = chooseCi(root, found, { buildkite, github, hasCopy: usualRepository !== undefined });
  const isFound = found.kind === 'github' && !buildkite && !github;
  const because = isFound ? `, since ${found.because}` : '';
  const file = join(root, 'perigee.yml');
  const ports = choosePorts(process.platform, process.stderr);
  const findings = existsSync(file) ? undefined : await inspectRepository(root, ports);
  const isNew = findings !== undefined && writeNew(file, draftSuite(findings));
  const former = shardsOnEach((await loadSuite(file)).shards) ?? 1;
  const total = shards === undefined ? former : checkTotal(shards, '--shards');
  const isSplit = total !== former && splitSuite(file, total);
  const suite = await loadSuite(file);
  const versions = await readToolVersions(root, ports, suite.tests);
  const wish: WorkflowWish = {
    defaultBranch: (await findTargetBranch(root)) ?? nameBranch(root) ?? 'main',
    judge: bot ? 'bot' : 'report',
    versions,
    ...{ history, control },
    ...(isSplit ? { formerShards: former } : {}),
    copy: action && ci?.nameCopy(action),
    usualCopy: usualRepository && ci?.nameCopy(usualRepository),
  };
  const program = nameProgram(root);
  const other = buildkite ? findOwnPipeline(root) : undefined;
  const isOurs = ci !== undefined && other === undefined;
  const named = wish.copy ?? wish.usualCopy;
  const fate = isOurs ? await writeWorkflow(root, suite, wish, ci) : 'left';
  const canSearch = bot && !buildkite && (await writeBisectWorkflow(root, suite, versions, ports));
  if (!isNew && isOurs && fate === 'left' && !canSearch) {
    throw isSplit ? refuseToSplit(ci, total) : refuse(file, ci, bot);
  }
  const lines = [
    isNew ? `wrote ${file}` : `left ${file} as it is${isSplit ? ', but for its shards' : ''}`,
    ...(isNew ? [renderRepositoryFindings(findings)] : []),
    ...(isNew && process.platform === 'win32'
      ? ['no test was tried: `perigee init` does that on Linux and macOS, and in WSL 2']
      : []),
    ...(isSplit ? [`shards: ${former} → ${total}`] : []),
    ...(ci === undefined ? explainNoCiFile(found, program) : []),
    ...(isOurs ? [describeFate(fate, join(root, ci.path), because)] : []),
    ...(ci === undefined || other === undefined
      ? []
      : [
          `left ${join(root, other)} as it is; add these steps to it:\n`,
          describePipelineSteps(readFacts(suite, wish)).replaceAll(
            ci.placeholder,
            named ?? ci.placeholder,
          ),
        ]),
    ...(canSearch
      ? [`wrote ${join(root, bisectWorkflowFile)}: \`/perigee bisect\` on an alert starts it`]
      : []),
    ...(!isNew && fate !== 'left' ? describeTimeOfJob(takeTimeOfJob(suite)) : []),
    ...(bot && fate === 'left'
      ? ['if your workflow still has a report job, move it away and run this again']
      : []),
    ...(bot
      ? [
          `the ${buildkite ? 'pipeline' : 'workflow'} measures; the app judges, which \`${program} bot setup\` makes`,
        ]
      : []),
  ];
  const beginning: Beginning = {
    ...{ isNew, bot },
    ci: ci && other !== undefined ? { ...ci, path: other } : ci,
    isUnnamed: other !== undefined && named === undefined,
    copy: isOurs && fate === 'left' ? undefined : action,
  };
  if (isNew) {
    const { cpu } = await measureHostNoise(tmpdir(), fewRuns);
    const { setup, setupFault, tests, took } = findings;
    lines.push('', 'What to expect');
    if (took !== undefined) lines.push(...describeTimes(took, suite, ci && takeTimeOfJob(suite)));
    lines.push(describeNoise(cpu.variation.value, program));
    beginning.setupFault = setupFault;
    beginning.isTried = took !== undefined;
    const told = setup.flatMap(({ loose = 'packages', unlocked }) =>
      unlocked === undefined
        ? []
        : [`${loose}, which then make the difference. To pin them, ${unlocked}`],
    );
    beginning.unlocked = [...new Set(told)];
    beginning.needs = await listNeeded(root, [...setup, ...tests]);
  }
  const steps = renderFirstSteps(root, process.cwd(), program, beginning);
  process.stdout.write(`${lines.join('\n')}\n\n${steps}\n`);
  return exitCode.nothingRegressed;
}

/** For the fixed workload of `perigee doctor`: less exact, in a second and a half. */
const fewRuns = 10;

/** Each of these is about a workflow. */
function wantsWorkflow({ action, bot, control, github, history }: InitOptions): boolean {
  return [action, bot, control, github, history].some((one) => one !== undefined);
}

/** @throws UserError, before anything is written, where a test is pinned to a shard that there would not be */
function splitSuite(file: string, total: number): true {
  const text = writePins(readFileSync(file, 'utf8'), { total, pins: new Map() });
  parseSuite(text, file);
  writeFileSync(file, text);
  return true;
}

function refuseToSplit(ci: CiFile, total: number): UserError {
  const list = Array.from({ length: total }, (_, index) => index + 1).join(', ');
  return new UserError({
    where: ci.path,
    seen: 'it is not as `perigee init` wrote it, so it stays; perigee.yml has the new shards',
    expected:
      ci === githubWorkflow
        ? `\`shard: [${list}]\` in the matrix of every job that measures, and \`shard-total: ${total}\` in every step with the action`
        : `\`parallelism: ${total}\` in every step that measures, and \`shards: ${total}\` in the step with mode report`,
    remedy: 'edit these lines, or move the file away and run this again',
  });
}

function refuse(file: string, { path }: CiFile, bot: boolean): UserError {
  const remedy = bot
    ? 'if it still has a report job, move it away and run this again; what you added to it is yours to bring back'
    : `edit them, or remove the one that you want init to write again and run this again; \`perigee config check\` says what the suite means`;
  return new UserError({
    where: file,
    seen: `there is one already, and ${path} too`,
    expected: `a repository that lacks one of them, or whose ${path} is as \`perigee init\` wrote it`,
    remedy,
  });
}

/** @returns false when there is a file of that name */
function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  }
}
