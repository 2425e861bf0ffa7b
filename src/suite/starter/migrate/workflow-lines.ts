import { LineCounter } from 'yaml';
import { UserError } from '../../../contract/user-error.ts';
import { describeProblems } from '../../describe-problems.ts';
import { childPointer, offsetOfKey } from '../../places.ts';
import { readYaml } from '../../read-yaml.ts';

/** What becomes of a line of the old configuration. */
export interface Fate {
  kind: 'kept as' | 'not needed' | 'no counterpart' | 'up to you';
  /** What it is kept as, or why not. */
  what: string;
}

export interface Step {
  /** Of itself, for `fates`. */
  pointer: string;
  uses?: string;
  run?: string;
  /** Only texts, numbers and booleans, as text. */
  with: ReadonlyMap<string, string>;
  environment: ReadonlyMap<string, string>;
  directory?: string;
}

export interface Job {
  pointer: string;
  environment: ReadonlyMap<string, string>;
  steps: Step[];
}

/** A workflow of GitHub, as far as it says what is run. */
export interface Workflow {
  file: string;
  jobs: Job[];
  /** Decides on the value at a pointer and all below it that nothing decides on. */
  decide(pointer: string, fate: Fate): void;
  /** Decides on all at a pointer and below it that was to be kept, since it cannot be. */
  giveUp(pointer: string, fate: Fate): void;
  /** Decides on one line of a script: the first that holds the text. */
  decideLine(pointer: string, text: string, fate: Fate): void;
  /** Every line that says something, in order. */
  listFates(): LineFate[];
}

export interface LineFate {
  /** From 1. */
  line: number;
  text: string;
  fate: Fate;
}

/**
 * @param file names it in errors
 * @throws UserError for what is no workflow
 */
export function readWorkflow(text: string, file: string): Workflow {
  const counter = new LineCounter();
  const { value, places, problems, unreadable } = readYaml(text, counter);
  if (unreadable || problems.length > 0) {
    throw describeProblems(problems, (offset) => `${file}:${counter.linePos(offset).line}`);
  }
  const jobs = asMap(asMap(value)['jobs']);
  if (Object.keys(jobs).length === 0) {
    throw new UserError({ where: file, seen: 'there are no jobs', expected: 'a workflow' });
  }
  const lines = text.split(/\r?\n/);
  const pointers = new Map<number, string>();
  for (const pointer of places.keys()) {
    if (pointer === '') continue;
    const { line } = counter.linePos(offsetOfKey(places, pointer));
    // The first key of an item stands on the line of the item: the longer pointer says more.
    const known = pointers.get(line);
    if (known === undefined || pointer.length > known.length) pointers.set(line, pointer);
  }
  const fates = new Map<string, Fate>();
  const ofLines = new Map<number, Fate>();
  const givenUp = new Map<string, Fate>();
  return {
    file,
    jobs: Object.entries(jobs).map(([name, job]) => readJob(value, name, asMap(job))),
    decide: (pointer, fate) => fates.set(pointer, fate),
    giveUp: (pointer, fate) => givenUp.set(pointer, fate),
    decideLine: (pointer, part, fate) => {
      const first = counter.linePos(offsetOfKey(places, pointer)).line;
      const at = lines.findIndex((one, i) => i >= first - 1 && one.includes(part));
      if (at >= 0) ofLines.set(at + 1, fate);
    },
    listFates: () => {
      let pointer = '';
      return lines.flatMap((one, i): LineFate[] => {
        pointer = pointers.get(i + 1) ?? pointer;
        if (/^\s*(#.*|-{3}\s*)?$/.test(one)) return [];
        const fate = ofLines.get(i + 1) ?? findFate(fates, pointer);
        const lost = fate.kind === 'kept as' ? findAbove(givenUp, pointer) : undefined;
        return [{ line: i + 1, text: one.trim(), fate: lost ?? fate }];
      });
    },
  };
}

/** Of the nearest that something decided on. */
function findFate(fates: ReadonlyMap<string, Fate>, pointer: string): Fate {
  return (
    findAbove(fates, pointer) ?? { kind: 'not needed', what: "Perigee's workflow has its own" }
  );
}

function findAbove(fates: ReadonlyMap<string, Fate>, pointer: string): Fate | undefined {
  const fate = fates.get(pointer);
  if (fate !== undefined || pointer === '') return fate;
  return findAbove(fates, pointer.slice(0, pointer.lastIndexOf('/')));
}

function readJob(workflow: unknown, name: string, job: Record<string, unknown>): Job {
  const pointer = childPointer('/jobs', name);
  const steps: unknown[] = Array.isArray(job['steps']) ? job['steps'] : [];
  const environment = new Map([...listTexts(asMap(workflow)['env']), ...listTexts(job['env'])]);
  const common = asMap(asMap(job['defaults'])['run'])['working-directory'];
  return {
    pointer,
    environment,
    steps: steps.map((one, i) => {
      const step = asMap(one);
      const { uses, run } = step;
      const directory = step['working-directory'] ?? common;
      return {
        pointer: childPointer(`${pointer}/steps`, i),
        ...(typeof uses === 'string' && { uses }),
        ...(typeof run === 'string' && { run }),
        ...(typeof directory === 'string' && { directory }),
        with: new Map(listTexts(step['with'])),
        environment: new Map(listTexts(step['env'])),
      };
    }),
  };
}

function listTexts(value: unknown): [string, string][] {
  return Object.entries(asMap(value)).flatMap(([key, one]): [string, string][] =>
    ['string', 'number', 'boolean'].includes(typeof one) ? [[key, String(one)]] : [],
  );
}

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
