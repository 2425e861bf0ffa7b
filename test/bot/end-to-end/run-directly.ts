import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { workflowFile } from '../../../src/suite/starter/workflow-file.ts';
import { readAction } from '../../suite/starter/read-action.ts';
import type { RunJob } from './run-job.ts';

const run = promisify(execFile);

/**
 * Runs the bundle of the action as a runner of GitHub does, with the inputs of the workflow in the checkout:
 * the same as with act, without the seconds that act takes. @param scratch a folder of its own
 */
export function openRunner(scratch: string): RunJob {
  return async ({ checkout, environment, event, head, payload, reference, shard }) => {
    const folder = mkdtempSync(join(scratch, 'job-'));
    const files = ['event', 'output', 'summary'].map((name) => join(folder, name));
    const [eventFile = '', output = '', summary = ''] = files;
    writeFileSync(eventFile, JSON.stringify(payload));
    for (const file of [output, summary]) writeFileSync(file, '');
    const set = {
      ...{ PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, HOME: scratch },
      ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_JOB: 'measure', GITHUB_WORKFLOW: 'p' },
      ...{ GITHUB_EVENT_NAME: event, GITHUB_EVENT_PATH: eventFile },
      ...{ GITHUB_SHA: head, GITHUB_REF: reference, GITHUB_WORKSPACE: checkout },
      ...{ GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: folder },
    };
    const env = { ...set, ...readInputs(checkout, event, shard), ...environment };
    // It rejects with what was printed, when the job ends red.
    await run(process.execPath, [join(root, 'action/dist/index.js')], { cwd: checkout, env });
  };
}

type Inputs = Record<string, string | number | boolean>;

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { steps: { uses?: string; with?: Inputs }[] }>;
}

/** As the variables that the runner makes of them. */
function readInputs(checkout: string, event: string, shard: number): Record<string, string> {
  const workflow = parse(readFileSync(join(checkout, workflowFile), 'utf8')) as Workflow;
  if (!Object.hasOwn(workflow.on, event)) throw new Error(`the workflow does not run on ${event}`);
  const steps = workflow.jobs['measure']?.steps ?? [];
  const own = steps.find(({ uses }) => uses?.startsWith('owner/perigee/action@'));
  if (own === undefined) throw new Error('the workflow has no job that measures');
  const defaults = Object.entries(readAction().inputs).map(([name, input]): [string, string] => [
    name,
    input.default,
  ]);
  const given: Inputs = { ...Object.fromEntries(defaults), ...own.with };
  const expressions: Record<string, string> = {
    '${{ matrix.shard }}': String(shard),
    '${{ github.token }}': 'worth-nothing',
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const text = String(value);
      const filled = expressions[text] ?? text;
      if (filled.includes('${{')) throw new Error(`nothing here knows what ${filled} is`);
      return [`INPUT_${name.toUpperCase()}`, filled];
    }),
  );
}
