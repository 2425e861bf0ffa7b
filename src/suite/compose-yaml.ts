import {
  Composer,
  type CST,
  type Document,
  type ErrorCode,
  Lexer,
  type LineCounter,
  Parser,
  type YAMLError,
  YAMLParseError,
  YAMLWarning,
} from 'yaml';
import { deepest, tooDeep, tooLarge } from './read-node.ts';

/**
 * Pieces of text that the lexer tells apart: words, marks, blanks. Each costs the parser some hundred bytes, so
 * that this, and not the length of a file, bounds its memory. 20,000 rules have a million.
 */
const mostLexemes = 1_500_000;
/** The parser holds these open beside lists and maps: the document, and the scalar that it reads. */
const besideNodes = 3;
/** A fault in one place makes it stumble over all that follows. Each fault is an Error with a stack. */
const mostFaults = 100;

export type YamlFault = YAMLError;

/** The document, or why there is none: errors, then warnings. */
export type ComposedYaml =
  | { document: Document.Parsed; faults: readonly [] }
  | { document?: undefined; faults: readonly YamlFault[] };

type OnError = (
  source: { offset: number; source?: string } | readonly number[] | number,
  code: ErrorCode,
  message: string,
  isWarning?: boolean,
) => void;

class TooManyFaults extends Error {}

/**
 * Does what `parseDocument` of the library does, one lexeme at a time: that would hold the whole of a hostile file, and
 * call itself once for each level, before a limit could count.
 * @throws TooLargeError at the first lexeme beyond a limit
 */
export function composeYaml(text: string, lineCounter: LineCounter): ComposedYaml {
  const errors: YAMLError[] = [];
  const warnings: YAMLError[] = [];
  const onError: OnError = (source, code, message, isWarning = false) => {
    const range = rangeOf(source);
    if (isWarning) warnings.push(new YAMLWarning(range, code, message));
    else errors.push(new YAMLParseError(range, code, message));
    if (errors.length + warnings.length >= mostFaults) throw new TooManyFaults();
  };
  const composer = new Composer({
    prettyErrors: false,
    // Compares every key with every other; readNode asks a set instead.
    uniqueKeys: false,
    resolveKnownTags: false,
  });
  // Its own never stops.
  Object.assign(composer, { onError });
  let document: Document.Parsed | undefined;
  try {
    for (const found of composer.compose(parse(text, lineCounter, onError), true, text.length)) {
      document ??= found;
      if (document === found) continue;
      onError(found.range, 'MULTIPLE_DOCS', 'a second document');
      break;
    }
  } catch (error) {
    if (!(error instanceof TooManyFaults)) throw error;
  }
  const { explicit = false, version = '1.2' } = document?.directives.yaml ?? {};
  if (explicit && version !== '1.2') {
    const at = /^%YAML/m.exec(text)?.index ?? 0;
    errors.push(new YAMLParseError([at, at + 1], 'BAD_DIRECTIVE', 'another version of YAML'));
  }
  const faults = [...errors, ...(document?.errors ?? []), ...warnings];
  return document === undefined || faults.length > 0 ? { faults } : { document, faults: [] };
}

function* parse(text: string, lineCounter: LineCounter, onError: OnError): Generator<CST.Token> {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > mostLexemes) throw tooLarge(parser.offset, 'more than 1,500,000 words and marks');
    yield* withoutErrors(parser.next(lexeme), onError);
    if (parser.stack.length > deepest + besideNodes) {
      throw tooLarge(text.lastIndexOf('\n', parser.offset - 1) + 1, tooDeep);
    }
  }
  yield* withoutErrors(parser.end(), onError);
}

/** The composer would keep those of the parser, however many. */
function* withoutErrors(tokens: Iterable<CST.Token>, onError: OnError): Generator<CST.Token> {
  for (const token of tokens) {
    if (token.type !== 'error') yield token;
    else
      onError(
        [token.offset, token.offset + token.source.length],
        'UNEXPECTED_TOKEN',
        token.message,
      );
  }
}

function rangeOf(source: Parameters<OnError>[0]): [number, number] {
  if (typeof source === 'number') return [source, source + 1];
  if ('offset' in source) return [source.offset, source.offset + (source.source ?? ' ').length];
  return [source[0] ?? 0, source[1] ?? 0];
}
