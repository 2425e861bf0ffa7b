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
  return [...streamJson(verdict)].join('');
}

/** Characters of a piece, about. */
const pieceLength = 1 << 16;

/** The same in pieces: the text of a large build takes more memory than all that it says. */
export function* streamJson(verdict: Verdict): Generator<string> {
  let piece = '';
  for (const part of listParts(verdict)) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function* listParts(verdict: Verdict): Generator<string> {
  const rank = (name: string): number => {
    const place = fieldOrder.indexOf(name);
    return place === -1 ? fieldOrder.length : place;
  };
  const fields = Object.entries(verdict)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  let before = '{\n';
  for (const [name, value] of fields) {
    yield `${before}  ${JSON.stringify(name)}: `;
    if (!Array.isArray(value)) yield writeSorted(value);
    else if (value.length === 0) yield '[]';
    else {
      for (const [i, entry] of value.entries())
        yield `${i === 0 ? '[' : ','}\n    ${writeSorted(entry)}`;
      yield '\n  ]';
    }
    before = ',\n';
  }
  yield '\n}\n';
}

/** JSON on one line with the fields of every object sorted by name. */
function writeSorted(value: unknown): string {
  if (isSorted(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`;
  const fields = value as Record<string, unknown>;
  let text = '';
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `,${JSON.stringify(name)}:${writeSorted(field)}`;
  }
  return `{${text.slice(1)}}`;
}

/** Most of a large verdict is made in this order, and written at once. */
function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  const fields = value as Record<string, unknown>;
  let last = '';
  return Object.keys(fields).every((name) => {
    const isNext = last <= name && isSorted(fields[name]);
    last = name;
    return isNext;
  });
}
