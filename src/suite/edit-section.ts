import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isScalar, Pair, parseDocument, YAMLMap } from 'yaml';

/**
 * The text of a YAML file with one section of its root changed, or added at its end. Comments of the section stay,
 * its layout is that of the library; all other lines stay as they are.
 * @param text of a file that parses; its root is a block
 * @param edit changes the section
 * @returns undefined where the file is written in a way that cannot be edited so
 */
export function editSection(
  text: string,
  name: string,
  edit: (section: YAMLMap) => void,
): string | undefined {
  const document = parseDocument(text);
  const root = document.contents;
  if (!isMap(root) || root.flow === true || document.errors.length > 0) return undefined;
  const { [name]: before = {}, ...others } = document.toJS() as Record<string, unknown>;
  const known = root.items.find(({ key }) => isScalar(key) && key.value === name);
  const section = known?.value ?? new YAMLMap(document.schema);
  if (!isMap(section) || section.anchor !== undefined) return undefined;
  const key = isScalar(known?.key) ? known.key.range : undefined;
  const range = key ? { from: key[0], to: section.range?.[2] ?? text.length } : undefined;
  const indent = ' '.repeat(columnOf(text, range === undefined ? root.range[0] : range.from));
  section.flow = false;
  section.spaceBefore = false;
  edit(section);
  if (isDeepStrictEqual(before, section.toJSON()) && known !== undefined) return text;
  const written = new Document({});
  written.contents = new YAMLMap();
  written.contents.items.push(new Pair(name, section));
  const lines = written.toString({ lineWidth: 0 }).trimEnd().split('\n');
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const block = lines.map((line) => (line === '' ? '' : indent + line)).join(newline);
  const edited =
    range === undefined
      ? `${text}${/\n$|^$/.test(text) ? '' : newline}${newline}${block}${newline}`
      : splice(text, range, block.slice(indent.length), newline);
  const after = parseDocument(edited);
  const meant = { ...others, [name]: section.toJSON() as unknown };
  return after.errors.length === 0 && isDeepStrictEqual(after.toJS(), meant) ? edited : undefined;
}

/** Blanks after the section belong to what follows. */
function splice(
  text: string,
  { from, to }: { from: number; to: number },
  block: string,
  newline: string,
): string {
  const rest = text.slice(text.slice(0, to).trimEnd().length);
  return text.slice(0, from) + block + (rest === '' ? newline : rest);
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}
