import ts from 'typescript';

/** One small mistake that somebody could have made. */
export interface Mutation {
  line: number;
  /** `a < b` → `a <= b`, on one line. */
  what: string;
  /** The whole file with it. */
  text: string;
}

/** Token to what it is mistaken for: first its boundary, then its opposite. */
const mistakes = new Map<ts.SyntaxKind, readonly string[]>([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=']],
]);

/** Every small fault that can be planted in a file, from its beginning to its end. */
export function listMutations(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const plant = (whole: ts.Node, place: ts.Node, instead: string): void => {
    const [from, to] = [place.getStart(source), place.getEnd()];
    const start = whole.getStart(source);
    const before = text.slice(start, whole.getEnd());
    const after = text.slice(start, from) + instead + text.slice(to, whole.getEnd());
    mutations.push({
      line: source.getLineAndCharacterOfPosition(from).line + 1,
      what: `${shorten(before)} → ${shorten(after) || '(nothing)'}`,
      text: text.slice(0, from) + instead + text.slice(to),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    plantIn(node, plant, source);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutations;
}

function plantIn(
  node: ts.Node,
  plant: (whole: ts.Node, place: ts.Node, instead: string) => void,
  source: ts.SourceFile,
): void {
  if (ts.isBinaryExpression(node)) {
    for (const instead of mistakes.get(node.operatorToken.kind) ?? []) {
      plant(node, node.operatorToken, instead);
    }
  }
  if (ts.isNumericLiteral(node)) {
    plant(node.parent, node, String(Number(node.getText(source).replaceAll('_', '')) + 1));
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) plant(node.parent, node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) plant(node.parent, node, 'true');
  if (ts.isIfStatement(node)) plant(node.expression, node.expression, negate(node.expression));
  if (ts.isConditionalExpression(node))
    plant(node.condition, node.condition, negate(node.condition));
  if (ts.isExpressionStatement(node) || isGuard(node)) plant(node, node, ';');
}

function negate(condition: ts.Expression): string {
  return `!(${condition.getText()})`;
}

/** An `if` that only leaves: a return, a throw or the next turn of a loop. */
function isGuard(node: ts.Node): boolean {
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined) return false;
  const { thenStatement: then } = node;
  const last = ts.isBlock(then) ? then.statements.at(-1) : then;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      ts.isContinueStatement(last) ||
      ts.isBreakStatement(last))
  );
}

function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
