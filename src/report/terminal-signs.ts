import { type Inline, piecesOf, type Row, type Sign } from './blocks.ts';

/** Each sign as one column of a terminal. */
export const signs: Readonly<Record<string, string>> = {
  '✅': '✓',
  '❌': '✗',
  '⚠️': '!',
  '⏳': '…',
  '↪️': '→',
  '❔': '?',
};

/** The meaning of a sign in a table, where there is no colour or picture to tell it. */
const meanings: Readonly<Partial<Record<Sign, string>>> = {
  '❌': 'blocks',
  '⚠️': 'worse, does not block',
  '✅': 'better or accepted',
  '❔': 'undecided',
};

/** `✗ blocks · ! worse, does not block`: each sign once, below the first table that has it. */
export function formatLegend(rows: readonly Row[], explained: Set<string>): string[] {
  const used = new Set(rows.flatMap(({ cells: [name = ''] }) => piecesOf(name).map(signIn)));
  const entries = Object.entries(meanings).filter(
    ([sign]) => used.has(sign) && !explained.has(sign),
  );
  const text = entries.map(([sign, meaning]) => `${signs[sign] ?? ''} ${meaning}`).join(' · ');
  for (const [sign] of entries) explained.add(sign);
  return text === '' ? [] : [`  ${text}`];
}

function signIn(piece: Inline): string | undefined {
  return typeof piece === 'object' && 'sign' in piece ? piece.sign : undefined;
}
