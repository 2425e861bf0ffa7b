import { type LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { Places, SuiteProblem } from './places.ts';
import { readNode, TooLargeError } from './read-node.ts';
import { showText } from './show-value.ts';

export interface YamlValue {
  value: unknown;
  places: Places;
  problems: SuiteProblem[];
  /** Nothing can be said about the value: the text is not YAML. */
  unreadable: boolean;
}

/** Text to plain values, each with its place. What is wrong with the text is data, not an exception. */
export function readYaml(text: string, lineCounter: LineCounter): YamlValue {
  try {
    const document = parseDocument(text, {
      lineCounter,
      prettyErrors: false,
      // Compares every key with every other; readNode asks a set instead.
      uniqueKeys: false,
      resolveKnownTags: false,
    });
    const syntax = [...document.errors, ...document.warnings].map(describeYamlError);
    if (syntax.length > 0) return unreadable(syntax);
    return { ...readNode(document), unreadable: false };
  } catch (error) {
    if (error instanceof TooLargeError) return unreadable([error.problem]);
    // The parser calls itself for every level, and so runs out of stack before it ends.
    if (error instanceof RangeError) return unreadable([tooDeep]);
    throw error;
  }
}

const tooDeep: SuiteProblem = {
  offset: 0,
  seen: 'lists or maps are nested too deeply',
  expected: 'a perigee.yml as docs/configuration.md shows it',
};

function unreadable(problems: SuiteProblem[]): YamlValue {
  return { value: undefined, places: new Map(), problems, unreadable: true };
}

function describeYamlError({ code, message, pos }: YAMLError): SuiteProblem {
  const offset = pos[0];
  const known = inOurWords[code];
  if (known !== undefined) return { offset, ...known };
  return { offset, seen: `not YAML: ${showMessage(message)}` };
}

function showMessage(message: string): string {
  const line = message.split('\n', 1)[0] ?? message;
  // Messages quote the text they are about, which may hold anything.
  return /\p{C}/u.test(line) || line.length > 160 ? showText(line) : line;
}

const inOurWords: Partial<Record<YAMLError['code'], Omit<SuiteProblem, 'offset'>>> = {
  TAB_AS_INDENT: {
    seen: 'a tab indents this line',
    expected: 'spaces: YAML knows no tabs here',
    remedy: 'replace the tab by two spaces',
  },
  MULTIPLE_DOCS: {
    seen: 'a second document begins here',
    expected: 'one document',
    remedy: 'remove the line --- and what follows it, or move it to a file of its own',
  },
  TAG_RESOLVE_FAILED: {
    seen: 'a tag that is not known here',
    expected: 'plain values, without !tags',
    remedy: 'remove the tag',
  },
  RESOURCE_EXHAUSTION: { ...tooDeep },
};
