import type { FormerToolName } from '../former-tools.ts';
import type { StarterCommand, StarterTest } from '../findings.ts';
import { bencher } from './bencher.ts';
import { codspeed } from './codspeed.ts';
import { githubActionBenchmark } from './github-action-benchmark.ts';
import { drop, findExpression, type FormerTool, keep, miss, runScript } from './migration.ts';
import {
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
    const why = `no step of this job runs ${tool.name}: leave it in a workflow of its own`;
    workflow.decide(
      job.pointer,
      used.includes(job) ? drop('the new workflow has its own jobs') : miss(why),
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
  const { decide, decideLine, file } = workflow;
  const copy = `copy it into the jobs of the new workflow, before Perigee's step`;
  decide(`${pointer}/runs-on`, miss(copy));
  decide(`${pointer}/services`, miss(copy));
  decide(`${pointer}/container`, miss(copy));
  decide(`${pointer}/strategy`, miss('Perigee compares both sides on one machine: choose one row'));
  const tests: StarterTest[] = [];
  const extra: string[][] = [];
  const taken = new Set<Step>();
  for (const [i, step] of steps.entries()) {
    if (!tool.isIn(step)) continue;
    taken.add(step);
    const { test, used, setup = [] } = tool.convert(step, steps.slice(0, i), workflow);
    if (used !== undefined) taken.add(used);
    const source = used ?? step;
    const unknown = test === undefined ? undefined : findExpression(JSON.stringify(test));
    if (unknown !== undefined) {
      decide(source.pointer, explainExpression(unknown));
      decideLine(source.pointer, unknown, explainExpression(unknown));
    }
    if (test === undefined || unknown !== undefined) continue;
    extra.push(...setup);
    const own = keepVariables(new Map([...environment, ...source.environment]));
    for (const key of source.environment.keys()) {
      const isOwn = own.some(([name]) => name === key);
      decide(`${source.pointer}/env/${key}`, isOwn ? keep('environment of the test') : noValue);
    }
    tests.push({ ...test, ...(own.length === 0 ? {} : { environment: Object.fromEntries(own) }) });
  }
  for (const where of ['/env', `${pointer}/env`]) decide(where, keep('environment of each test'));
  const last = steps.findLastIndex((step) => taken.has(step));
  const commands = steps.flatMap((step, i): StarterCommand[] => {
    if (taken.has(step)) return [];
    const prepared = tool.prepares?.(step);
    const script = prepared === undefined ? step.run : prepared.command;
    if (prepared !== undefined) decide(step.pointer, prepared.fate);
    else if (/^actions\/checkout@/.test(step.uses ?? '')) {
      decide(step.pointer, drop('Perigee checks out both sides'));
    } else if (step.uses !== undefined) decide(step.pointer, miss(copy));
    if (script === undefined) return [];
    const unknown = findExpression(script);
    if (i > last)
      decide(step.pointer, miss('it runs after the benchmarks: add it to the new workflow'));
    else if (unknown !== undefined) decide(step.pointer, explainExpression(unknown));
    else {
      if (prepared === undefined) decide(step.pointer, keep('setup'));
      const change = step.directory === undefined ? '' : `cd ${JSON.stringify(step.directory)}\n`;
      return [{ command: runScript(change + script), because: `a step of ${file}` }];
    }
    return [];
  });
  const because = 'takes the place of what the old workflow installed';
  return { setup: [...commands, ...extra.map((command) => ({ command, because }))], tests };
}

const noValue = miss('only GitHub knows its value; set it in the new workflow');

function explainExpression(expression: string) {
  return miss(`only GitHub knows ${expression}: write a value that holds on every machine`);
}

/** Those whose values the file may hold. */
function keepVariables(variables: ReadonlyMap<string, string>): [string, string][] {
  return [...variables].filter(
    ([name, value]) =>
      /^[A-Za-z_]\w*$/.test(name) &&
      !/^(PERIGEE_|BENCHER_|CODSPEED_)/.test(name) &&
      findExpression(value) === undefined,
  );
}
