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
  // Most of a large verdict are lists of plain numbers, which have no fields to sort.
  if (!holdsObjects(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
  const fields = value as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `,${JSON.stringify(name)}:${writeSorted(field)}`;
  }
  return `{${text.slice(1)}}`;
}

function holdsObjects(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (
    !Array.isArray(value) || value.some((entry) => typeof entry === 'object' && entry !== null)
  );
}
