import type { Gate } from '../contract/documents.ts';
import { checkDuration } from './check-duration.ts';
import { childPointer, type IsSound, type SuiteProblem } from './places.ts';
import { formatText } from './format-value.ts';

const waits = { shortest: '1m', longest: '24h', purpose: 'to wait for a run' };

/** Checks the section `gate` beyond what its schema can say. */
export function checkGate(gate: Gate | undefined, isSound: IsSound): SuiteProblem[] {
  // A section that is no map has been refused already.
  if (!(gate instanceof Object)) return [];
  return [
    ...(isSound('/gate/workflow') ? checkWorkflow(gate.workflow) : []),
    ...(isSound('/gate/pipeline') ? checkPipeline(gate) : []),
    ...checkPatterns(gate.paths, '/gate/paths', isSound),
    ...checkPatterns(gate.ignore, '/gate/ignore', isSound),
    ...(isSound('/gate/runWithin') ? checkDuration(gate.runWithin, waits, '/gate/runWithin') : []),
  ];
}

/** GitHub runs workflows of this one folder, not of folders in it. */
function checkWorkflow(workflow: string | undefined): SuiteProblem[] {
  if (workflow === undefined || /^\.github\/workflows\/[^/]+\.ya?ml$/.test(workflow)) return [];
  const isName = /^[^/]+\.ya?ml$/.test(workflow);
  return [
    {
      at: '/gate/workflow',
      seen: `${formatText(workflow)} cannot be a workflow of GitHub`,
      expected: 'a path such as .github/workflows/perigee.yml',
      ...(isName && { remedy: `write .github/workflows/${workflow}` }),
    },
  ];
}

/** As the address of its page has it: buildkite.com/organisation/pipeline. */
function checkPipeline({ pipeline, workflow }: Gate): SuiteProblem[] {
  if (pipeline === undefined) return [];
  const at = '/gate/pipeline';
  const slug = '[a-z0-9][a-z0-9-]{0,99}';
  if (!new RegExp(`^${slug}/${slug}$`).test(pipeline)) {
    const meant = guessPipeline(pipeline, slug);
    return [
      {
        at,
        seen: `${formatText(pipeline)} cannot be a pipeline of Buildkite`,
        expected: 'organisation/pipeline, as in the address of its page',
        ...(meant !== undefined && { remedy: `write ${meant}` }),
      },
    ];
  }
  if (workflow === undefined) return [];
  const remedy = 'remove one of the two';
  return [{ at, seen: 'a workflow and a pipeline', expected: 'one CI that measures', remedy }];
}

/** From an address, of its page or of the API; or from names in capitals, which no address has. */
function guessPipeline(text: string, slug: string): string | undefined {
  const rest = text.toLowerCase().replace(/^.*buildkite\.com\/(v2\/)?/, '');
  const found = new RegExp(
    `^(?:organizations/(${slug})/pipelines|(${slug}))/(${slug})(?:/.*)?$`,
  ).exec(rest);
  return found === null ? undefined : `${found[1] ?? found[2] ?? ''}/${found[3] ?? ''}`;
}

function checkPatterns(
  patterns: readonly string[] | undefined,
  pointer: string,
  isSound: IsSound,
): SuiteProblem[] {
  if (!Array.isArray(patterns)) return [];
  return (patterns as readonly string[]).flatMap((pattern, i) => {
    const at = childPointer(pointer, i);
    const problem = isSound(at) ? describePattern(pattern) : undefined;
    return problem === undefined ? [] : [{ at, ...problem }];
  });
}

/** A pattern that fits no file would open the gate, or shut it, in silence. */
export function describePattern(pattern: string): Omit<SuiteProblem, 'at'> | undefined {
  const shown = formatText(pattern);
  if (pattern.trim() === '') return { seen: `${shown} names no file` };
  if (pattern.startsWith('!')) {
    return {
      seen: `${shown} begins with "!", which takes nothing away here`,
      remedy: 'put what does not count into "ignore"',
    };
  }
  const odd = /[?[\]{}\\]/.exec(pattern)?.[0];
  if (odd !== undefined) {
    return {
      seen: `${shown} holds "${odd}", which means different things in different tools`,
      expected: 'a path in which * stands for any text without a slash, and ** for any text',
      remedy: `write * in its place, or one pattern for each file`,
    };
  }
  if (pattern.endsWith('/')) {
    return { seen: `${shown} is a folder, and files are compared`, remedy: `write ${pattern}**` };
  }
  if (/^\/|^\.\.?(\/|$)|\/\.\.?(\/|$)|\/\//.test(pattern)) {
    return {
      seen: `${shown} is not how a file of the repository is named`,
      expected: 'a path from its root, without a slash in front, e.g. src/**',
    };
  }
  return undefined;
}
