import type { Problem } from '../contract/documents.ts';
import type { Suite } from '../contract/suite.ts';

const mostNamed = 20;

/**
 * What a change to perigee.yml takes away from what is measured. A test that is gone cannot turn red: that
 * may be meant, and has to be seen.
 */
export function listReductions(old: Suite, suite: Suite, file: string): Problem[] {
  const kept = new Set(listPerChange(suite));
  const gone = listPerChange(old).filter((name) => !kept.has(name));
  const fewer = (['repeats', 'maxRepeats'] as const)
    .filter((key) => suite[key] < old[key])
    .map((key) => `${key} ${old[key]} → ${suite[key]}`);
  const problems: Problem[] = [];
  if (gone.length > 0) {
    const named = gone.slice(0, mostNamed).map((name) => JSON.stringify(name));
    const left = gone.length - named.length;
    const more = left > 0 ? ` and ${left} more` : '';
    const message = `${file} of this change does not measure what it measured before: ${named.join(', ')}${more}`;
    problems.push({ code: 'tests-taken-out', message: message.slice(0, 2000) });
  }
  if (fewer.length > 0) {
    const message = `${file} of this change asks for fewer pairs than before: ${fewer.join(', ')}`;
    problems.push({ code: 'fewer-repeats', message });
  }
  return problems;
}

function listPerChange({ tests }: Suite): string[] {
  return tests.filter(({ when }) => when === 'commit').map(({ name }) => name);
}
