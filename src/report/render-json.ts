import type { Verdict } from '../contract/documents.ts';

/** The order in which a reader meets the document; what a newer writer added follows by name. */
const fieldOrder = [
  'schema',
  'version',
  'conclusion',
  'headline',
  'counts',
  'budget',
  'build',
  'hosts',
  'metrics',
  'tests',
  'problems',
  'spans',
  'series',
];

/**
 * The verdict document itself. Equal verdicts give equal bytes whatever the order of their fields;
 * every list has one entry a line, so that line tools work on it.
 */
export function renderJson(verdict: Verdict): string {
  const rank = (name: string): number => {
    const place = fieldOrder.indexOf(name);
    return place === -1 ? fieldOrder.length : place;
  };
  const fields = Object.entries(verdict)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${renderValue(value)}`);
  return `{\n${fields.join(',\n')}\n}\n`;
}

function renderValue(value: unknown): string {
  if (!Array.isArray(value)) return writeSorted(value);
  if (value.length === 0) return '[]';
  return `[\n${value.map((entry) => `    ${writeSorted(entry)}`).join(',\n')}\n  ]`;
}

/** JSON on one line with the fields of every object sorted by name. */
function writeSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${writeSorted(field)}`);
  return `{${fields.join(',')}}`;
}
