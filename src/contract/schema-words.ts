import { cutText } from './cut-text.ts';
import { resolveReference, type SchemaNode } from './schemas.ts';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** The demand of a schema, in a sentence for a person: `a number (…description…)`. */
export function describeSchema(node: SchemaNode): string {
  return formatForm(node) + aboutSchema(node);
}

/** The purpose of the value, ` (…)`, or '' when the schema does not say. */
export function aboutSchema(node: SchemaNode): string {
  const description = findDescription(node)?.replace(/\.$/, '');
  if (description === undefined) return '';
  return ` (${description.length > 120 ? (description.split('. ')[0] ?? '') : description})`;
}

function formatForm(node: SchemaNode): string {
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return formatOneOf(node.enum);
  if (node.type !== undefined) return formatType(node.type);
  if (node.anyOf !== undefined) {
    const forms = node.anyOf.map((option) => formatForm(option));
    return [...new Set(forms.flatMap((form) => form.split(' or ')))].join(' or ');
  }
  if (node.$ref !== undefined) {
    return formatForm(resolveReference(node.$ref));
  }
  return 'a value';
}

/** The node's own description says more than that of the term it refers to. */
function findDescription(node: SchemaNode): string | undefined {
  if (node.description !== undefined) return node.description;
  if (node.$ref === undefined) return undefined;
  return findDescription(resolveReference(node.$ref));
}

export function formatType(type: string | readonly string[]): string {
  const types = typeof type === 'string' ? [type] : type;
  return types.map((name) => typeWords[name] ?? name).join(' or ');
}

export function formatOneOf(values: readonly unknown[]): string {
  return `one of ${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')}`;
}

/** A value from outside in at most some eighty characters, with control characters made visible. */
export function formatJsonValue(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    const some = keys.slice(0, 5).map((key) => formatJsonText(key, 20));
    return `an object with ${keys.length === 0 ? 'nothing in it' : some.join(', ')}${keys.length > 5 ? ', …' : ''}`;
  }
  return typeof value === 'string' ? formatJsonText(value, 80) : String(value);
}

/** A text in quotes, cut, with what does not print written as its code. */
export function formatJsonText(text: string, length: number): string {
  return JSON.stringify(cutText(text, length)).replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => {
      return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
    },
  );
}
