import { posix } from 'node:path';
import type { StarterCommand, StarterTest } from '../findings.ts';
import type { FormerToolName } from '../former-tools.ts';
import { bencher } from './bencher.ts';
import { codspeed } from './codspeed.ts';
import { githubActionBenchmark } from './github-action-benchmark.ts';
import {
  drop,
  findExpression,
  type FormerTool,
  keep,
  leave,
  leaveOutExpressions,
  runScript,
} from './migration.ts';
import {
  type Fate,
  type Job,
  type LineFate,
  readWorkflow,
  type Step,
  type Workflow,
} from './workflow-lines.ts';

const formerTools: Readonly<Record<FormerToolName, FormerTool>> = {
  bencher,
  'github-action-benchmark': githubActionBenchmark,
  codspeed,
};

export interface MigratedWorkflow {
  file: string;
  setup: StarterCommand[];
  tests: StarterTest[];
  /** Every line of the workflow that says something, and what became of it. */
  fates: LineFate[];
}

/**
 * The suite that a workflow with another tool becomes; undefined where it does not use that tool.
 * @throws UserError for what is no workflow
 */
export function migrateWorkflow(
  text: string,
  file: string,
  name: FormerToolName,
): MigratedWorkflow | undefined {
  const tool = formerTools[name];
  const workflow = readWorkflow(text, file);
  const used = workflow.jobs.filter(({ steps }) => steps.some((step) => tool.isIn(step)));
  if (used.length === 0) return undefined;
  workflow.decide('/on', drop('the new workflow measures pull requests and pushes'));
  for (const job of workflow.jobs) {
    const why = `leave it in a workflow of its own: no step of this job runs ${tool.name}`;
    workflow.decide(
      job.pointer,
      used.includes(job) ? drop('the new workflow has its own jobs') : leave(why),
    );
  }
  const setup: StarterCommand[] = [];
  const tests: StarterTest[] = [];
  for (const job of used) {
    const converted = convertJob(job, tool, workflow);
    setup.push(...converted.setup);
    tests.push(...converted.tests);
  }
  return { file, setup, tests, fates: workflow.listFates() };
}

function convertJob(
  { pointer, environment, steps }: Job,
  tool: FormerTool,
  workflow: Workflow,
): { setup: StarterCommand[]; tests: StarterTest[] } {
  const { decide, decideLine, giveUp, file } = workflow;
  const copy = `copy it into the jobs of the new workflow, before Perigee's step`;
  decide(`${pointer}/runs-on`, leave(copy));
  decide(`${pointer}/services`, leave(copy));
  decide(`${pointer}/container`, leave(copy));
  decide(
    `${pointer}/strategy`,
    leave('choose one row: Perigee compares both sides on one machine'),
  );
  const tests: StarterTest[] = [];
  const extra: string[][] = [];
  const taken = new Set<Step>();
  for (const [i, step] of steps.entries()) {
    if (!tool.isIn(step)) continue;
    taken.add(step);
    const { test, used, setup = [] } = tool.convert(step, steps.slice(0, i), workflow);
    if (used !== undefined) taken.add(used);
    const source = used ?? step;
    const unknown = test === undefined ? undefined : findUnknown(test);
    if (unknown !== undefined) {
      for (const { pointer: lost } of [source, step]) giveUp(lost, explainExpression(unknown));
      decideLine(source.pointer, unknown, explainExpression(unknown));
    }
    if (test === undefined || unknown !== undefined) continue;
    extra.push(...setup);
    const own = keepVariables(new Map([...environment, ...source.environment]));
    for (const key of source.environment.keys()) {
      const isOwn = own.some(([name]) => name === key);
      decide(
        `${source.pointer}/env/${key}`,
        isOwn ? keep('environment of the test') : explainVariable(key),
      );
    }
    const name = leaveOutExpressions(test.name) || 'benchmarks';
    const more = own.length === 0 ? {} : { environment: Object.fromEntries(own) };
    tests.push({ ...test, ...more, name });
  }
  const common = new Map(keepVariables(environment));
  for (const key of environment.keys()) {
    const fate = common.has(key) ? keep('environment of each test') : explainVariable(key);
    for (const where of ['/env', `${pointer}/env`]) decide(`${where}/${key}`, fate);
  }
  const last = steps.findLastIndex((step) => taken.has(step));
  const commands = steps.flatMap((step, i): StarterCommand[] => {
    if (taken.has(step)) return [];
    const prepared = tool.prepares?.(step);
    const script = prepared === undefined ? step.run : prepared.command;
    if (prepared !== undefined) decide(step.pointer, prepared.fate);
    else if (/^actions\/checkout@/.test(step.uses ?? '')) {
      decide(step.pointer, drop('Perigee checks out both sides'));
    } else if (step.uses !== undefined) decide(step.pointer, leave(copy));
    if (script === undefined) return [];
    const unknown = findExpression(script);
    if (i > last)
      decide(step.pointer, leave('add it to the new workflow: it runs after the benchmarks'));
    else if (unknown !== undefined) decide(step.pointer, explainExpression(unknown));
    else {
      if (prepared === undefined) decide(step.pointer, keep('setup'));
      const change = step.directory === undefined ? '' : `cd ${JSON.stringify(step.directory)}\n`;
      return [{ command: runScript(change + script), because: `a step of ${file}` }];
    }
    return [];
  });
  const because = 'takes the place of what the old workflow installed';
  const setup = [...commands, ...extra.map((command) => ({ command, because }))];
  return installsForAll(setup) ? intoOwnEnvironment(setup, tests) : { setup, tests };
}

/** Both sides would install themselves into the one Python of the machine, and the later one would be measured twice. */
function intoOwnEnvironment(setup: readonly StarterCommand[], tests: readonly StarterTest[]) {
  return {
    setup: [
      makeEnvironment,
      ...setup.map((one) => ({ ...one, command: intoEnvironment(one.command) })),
    ],
    tests: tests.map((one) => ({ ...one, command: intoEnvironment(one.command, one.directory) })),
  };
}

/** In what a test runs and reads; of its name it may be missing. */
function findUnknown({ command, directory = '', results }: StarterTest): string | undefined {
  const texts = [...command, directory, results?.file ?? ''];
  return texts.map((text) => findExpression(text)).find((found) => found !== undefined);
}

function explainVariable(name: string): Fate {
  return ofFormerTools.test(name)
    ? drop('only the old tool reads it')
    : leave('set it in the new workflow: only GitHub knows its value');
}

function explainExpression(expression: string): Fate {
  return leave(`write a value that holds on every machine: only GitHub knows ${expression}`);
}

const ofFormerTools = /^(PERIGEE_|BENCHER_|CODSPEED_)/;

/** Those whose values the file may hold. */
function keepVariables(variables: ReadonlyMap<string, string>): [string, string][] {
  return [...variables].filter(
    ([name, value]) =>
      /^[A-Za-z_]\w*$/.test(name) &&
      !ofFormerTools.test(name) &&
      findExpression(value) === undefined,
  );
}

const folder = '.venv';

/** A runner of GitHub lives for one job, so workflows install into its Python. The two sides of a run share a machine. */
function installsForAll(setup: readonly StarterCommand[]): boolean {
  const text = setup.map(({ command }) => command.join(' ')).join('\n');
  return (
    /(^|[\s;&"])pip3?\s+install\b/m.test(text) &&
    !/\b(venv|virtualenv|activate|conda|pipx|poetry|pdm|hatch|tox|nox|uv)\b/.test(text)
  );
}

const makeEnvironment: StarterCommand = {
  command: ['python3', '-m', 'venv', folder],
  because: 'each side has its own: installed into one Python, both sides would run the same code',
};

/**
 * The command, with the programs of that environment first.
 * @param directory where it runs, relative to the root
 */
function intoEnvironment(command: readonly string[], directory = '.'): string[] {
  const place = posix.join(posix.relative(directory, '.'), folder, 'bin');
  const path = `export PATH="$PWD/${place}:$PATH"`;
  const script = isScript(command) ? command.at(-1) : undefined;
  return script === undefined
    ? [...runScript(`${path}\nexec "$@"`), 'bash', ...command]
    : runScript(`${path}\n${script}`);
}

function isScript(command: readonly string[]): boolean {
  return runScript('').every((word, i) => i === command.length - 1 || command[i] === word);
}
