import { formatText } from './format-value.ts';
import { suggestCommand } from './suggest-command.ts';
import type { ValueSchema } from './value-schema.ts';

/** No key of the gate can say this. */
export const whoHoldsBack =
  'whether it can hold back a merge is set on GitHub, by requiring its check';

/** How to write a value of the wrong type correctly; undefined if that is unclear. */
export function remedyOfType(
  data: unknown,
  types: string[],
  schema: ValueSchema,
  pointer: string,
): string | undefined {
  if (pointer === '/gate') return `take it out for the defaults; ${whoHoldsBack}`;
  if (pointer === '/shards' && typeof data === 'number') return `write { total: ${data} }`;
  if (data === null) {
    return types.includes('string')
      ? 'write a value, or "" for the empty text'
      : 'write what belongs there, or take the key out';
  }
  if (typeof data !== 'string' && typeof data !== 'number' && typeof data !== 'boolean') {
    return undefined;
  }
  if (types.every((name) => name === 'boolean')) return remedyOfSwitch(data);
  if (schema.title === 'Secret') return remedyOfSecret(String(data));
  if (schema.title === 'Command') return `write it as a list: ${suggestCommand(String(data))}`;
  if (pointer === '/setup') return `write it as a list of lists: [${suggestCommand(String(data))}]`;
  // Only what needs no quotes is shown without them.
  const text = /^[\w.%-]+$/.test(String(data)) ? String(data) : formatText(String(data));
  if (schema.title === 'Limit') return `write { worse: ${text} }`;
  if (types.includes('array')) return `write [${text}]`;
  if (!types.includes('string')) return undefined;
  if (typeof data === 'number' && schema.title === 'Percentage') {
    const isShare = data > 0 && data < 1;
    return isShare
      ? `write ${Number((100 * data).toPrecision(10))}%, or ${text}% if you mean that`
      : `write ${text}%`;
  }
  if (typeof data === 'number' && schema.title === 'Duration') {
    // Nothing is waited for by the second there.
    return pointer === '/gate/runWithin'
      ? `write ${text}m for minutes`
      : `write ${text}s for seconds`;
  }
  // In quotes it would be refused for its form.
  if (!new RegExp(schema.pattern ?? '').test(String(data))) return undefined;
  return `put it in quotes: ${formatText(String(data))}`;
}

/** YAML 1.2 knows true and false alone. */
function remedyOfSwitch(data: unknown): string | undefined {
  if (/^(yes|on|y|true|1)$/i.test(String(data))) return 'write true';
  return /^(no|off|n|false|0)$/i.test(String(data)) ? 'write false' : undefined;
}

function remedyOfSecret(text: string): string {
  const isPath = /^[\w./~-]{1,200}$/.test(text) && /[/.]/.test(text);
  return `write { file: ${isPath ? text : '…'} }, or { env: … } with the name of a variable`;
}
