/** What every workflow that we write or show must hold to, beside being YAML. */
import { parseDocument } from 'yaml';

const ourAction = 'owner/perigee/action@v1';

type Fields = Record<string, unknown>;

interface Job {
  name: string;
  fields: Fields;
  steps: Fields[];
}

const knownKeys = {
  workflow: ['name', 'on', 'concurrency', 'permissions', 'jobs'],
  job: [
    ...['name', 'needs', 'if', 'permissions', 'strategy', 'runs-on', 'timeout-minutes', 'steps'],
    'concurrency',
  ],
  step: ['name', 'id', 'if', 'uses', 'with', 'run', 'env'],
};

/**
 * @param inputs the names that action.yml knows
 * @returns one sentence for each thing that is wrong
 */
export function listWorkflowFaults(text: string, inputs: ReadonlySet<string>): string[] {
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) return [error.message];
  const workflow = asFields(document.toJS());
  const jobs = Object.entries(asFields(workflow['jobs'])).map(([name, value]): Job => {
    const fields = asFields(value);
    const steps = Array.isArray(fields['steps']) ? fields['steps'].map(asFields) : [];
    return { name, fields, steps };
  });
  return [
    ...listStrangeKeys('workflow', workflow),
    ...(jobs.length === 0 ? ['there is no job'] : []),
    ...(JSON.stringify(workflow['on'] ?? '').includes('pull_request_target')
      ? ['runs strangers’ code']
      : []),
    ...checkTopPermissions(workflow),
    ...jobs.flatMap((job) => checkJob(job, inputs)),
  ];
}

function checkTopPermissions({ permissions }: Fields): string[] {
  const granted = JSON.stringify(permissions);
  return granted === '{"contents":"read"}' ? [] : [`all jobs may ${granted}`];
}

function checkJob(job: Job, inputs: ReadonlySet<string>): string[] {
  const { name, fields, steps } = job;
  const found = listStrangeKeys('job', fields);
  if (typeof fields['timeout-minutes'] !== 'number') found.push('has no timeout');
  if (typeof fields['if'] === 'string' && fields['if'].includes('${{')) found.push('if: with ${{');
  if ('needs' in fields && !String(fields['if']).startsWith('always()')) {
    found.push('is skipped, and counts as passed, when a job that it needs fails');
  }
  const untold = steps.filter((step) => modeOf(step) === 'report' && !tellsShards(step));
  if (untold.length > 0) found.push('does not know how the shards ended');
  const runsCode = steps.some((step) => step['uses'] === ourAction && modeOf(step) !== 'report');
  const permissions = asFields(fields['permissions']);
  if (runsCode && Object.values(permissions).includes('write')) {
    found.push('runs the code of a pull request and may write');
  }
  found.push(...steps.flatMap((step) => checkStep(step, inputs)), ...checkShards(job));
  return found.map((fault) => `job ${name}: ${fault}`);
}

function checkStep(step: Fields, inputs: ReadonlySet<string>): string[] {
  const { run, uses } = step;
  const found = listStrangeKeys('step', step);
  if ((run === undefined) === (uses === undefined)) found.push('a step has one of run and uses');
  if (typeof run === 'string' && run.includes('${{')) found.push(`an expression in run: ${run}`);
  if (typeof uses === 'string' && !/@(?:v\d+|[0-9a-f]{40})$/.test(uses))
    found.push(`${uses} has no version`);
  if (uses === ourAction) {
    const unknown = Object.keys(asFields(step['with'])).filter((name) => !inputs.has(name));
    found.push(...unknown.map((name) => `${name} is not an input`));
  }
  return found;
}

/** A matrix that is shorter than shard-total leaves a shard missing for ever. */
function checkShards({ fields, steps }: Job): string[] {
  const { include, shard: listed } = asFields(asFields(fields['strategy'])['matrix']);
  const shards = Array.isArray(include) ? include.map((one) => asFields(one)['shard']) : listed;
  const ours = steps.filter(({ uses }) => uses === ourAction).map((step) => asFields(step['with']));
  return ours.flatMap((inputs) => {
    const total = inputs['shard-total'];
    const wanted = JSON.stringify(Array.from({ length: Number(total ?? 1) }, (_, i) => i + 1));
    if (shards === undefined) return 'shard' in inputs ? ['a shard without a matrix'] : [];
    const isWhole = JSON.stringify(shards) === wanted && inputs['shard'] === '${{ matrix.shard }}';
    return isWhole ? [] : [`shards ${JSON.stringify(shards)} of ${String(total)}`];
  });
}

/** Otherwise what an older attempt left may stand for a shard that failed. */
function tellsShards(step: Fields): boolean {
  return /^\$\{\{ needs\.\w+\.result \}\}$/.test(String(asFields(step['with'])['shards-result']));
}

function modeOf(step: Fields): unknown {
  return asFields(step['with'])['mode'] ?? 'run';
}

function listStrangeKeys(what: keyof typeof knownKeys, fields: Fields): string[] {
  return Object.keys(fields)
    .filter((key) => !knownKeys[what].includes(key))
    .map((key) => `${key} is not a key of a ${what} here`);
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
