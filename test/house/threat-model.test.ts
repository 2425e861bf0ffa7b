import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { listTrackedFiles, readTracked } from '../../scripts/checks/tracked-files.ts';

const page = readTracked('docs/threat-model.md');

interface NamedLimit {
  what: string;
  value: string;
  constant: string;
  file: string;
}

const limits = [
  ...page.matchAll(
    /^\| (.+?) +\| ([\d,]+(?: (?:KiB|MiB|s|min))?) +\| `([\w.]+)` +\| `([^`]+)` +\|$/gm,
  ),
].map(([, what = '', value = '', constant = '', file = '']): NamedLimit => {
  return { what, value, constant, file };
});

const units: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  s: 1000,
  min: 60_000,
};

/** `25 MiB` in bytes, `20 s` in milliseconds, `1,000` as it is. */
function readAmount(text: string): number {
  const [digits = '', unit] = text.split(' ');
  return (
    Number(digits.replaceAll(',', '')) * (unit === undefined ? 1 : (units[unit] ?? Number.NaN))
  );
}

/** The value of a constant that is made of numbers and other constants of its file. */
function readConstant(file: string, path: string): number | undefined {
  const source = ts.createSourceFile(file, readTracked(file), ts.ScriptTarget.Latest, true);
  const named = (name: string): ts.Expression | undefined => {
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: own, initializer } of statement.declarationList.declarations) {
        if (own.getText() === name && initializer !== undefined) return initializer;
      }
    }
    return undefined;
  };
  const find = ([first = '', ...rest]: readonly string[]): ts.Expression | undefined =>
    rest.reduce<ts.Expression | undefined>((found, key) => {
      const object = found && ts.isAsExpression(found) ? found.expression : found;
      if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
      const property = object.properties.find((each) => each.name?.getText() === key);
      return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
    }, named(first));
  const evaluate = (node: ts.Expression | undefined): number | undefined => {
    if (node === undefined) return undefined;
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
    if (ts.isIdentifier(node)) return evaluate(named(node.text));
    if (!ts.isBinaryExpression(node)) return undefined;
    const [left, right] = [evaluate(node.left), evaluate(node.right)];
    if (left === undefined || right === undefined) return undefined;
    if (node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) return left * right;
    return node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken
      ? left ** right
      : undefined;
  };
  return evaluate(find(path.split('.')));
}

describe('the limits of docs/threat-model.md', () => {
  test('are all read by this test, and there are many', () => {
    const rows = page
      .slice(page.indexOf('## Limits'))
      .split('\n')
      .filter((line) => /^\| (?!limit |-)/.test(line));
    expect(limits).toHaveLength(rows.length);
    expect(limits.length).toBeGreaterThan(50);
  });

  test.each(limits)(
    '$what: $value is what $constant of $file says',
    ({ value, constant, file }) => {
      expect(readConstant(file, constant)).toBe(readAmount(value));
    },
  );
});

/** What turns text or bytes from outside into values, starts a program or opens a port. */
const door =
  /\b(?:JSON\.parse|parseJson|parseDocument|gunzip|inflateRaw|readZip|readFields|checkDocument|createServer|execFile|spawn|spawnSync|new RegExp)\(|promisify\((?:gunzip|inflateRaw)\)/;

/** Reads nothing but what Perigee itself wrote, its own package, or its build. */
const ownText: readonly string[] = [
  'src/gate/accept.ts',
  'bot/src/ledger/',
  'src/cli/commands/demo.ts',
  'src/cli/home.ts',
  'src/async/work-marks.ts',
  'src/profile/sdk/connection.ts',
  'src/store/influx/read-points.ts',
  'src/store/sqlite/',
  'src/report/page/',
  'src/settings/pack-build.ts',
  'src/settings/pack-json.ts',
];

describe('every file', () => {
  const named = new Set(
    [...page.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => normalize(join('docs', link))),
  );
  const isNamed = (file: string): boolean =>
    named.has(file) || named.has(dirname(file)) || ownText.some((own) => file.startsWith(own));
  const code = listTrackedFiles().filter((file) =>
    /^(?:src|bot\/src|action\/src|buildkite-plugin\/src)\/.*\.ts$/.test(file),
  );

  test('that parses, unpacks, listens or starts programs stands in docs/threat-model.md', () => {
    const doors = code.filter((file) => {
      const lines = readTracked(file).split('\n');
      return lines.some(
        (line) => door.test(line) && !/^import |^\s*\*|^export (?:async )?function/.test(line),
      );
    });
    expect(doors.length).toBeGreaterThan(50);
    expect(doors.filter((file) => !isNamed(file))).toEqual([]);
  });

  test('that is left out there is still in the repository', () => {
    const gone = ownText.filter((own) => !code.some((file) => file.startsWith(own)));
    expect(gone).toEqual([]);
  });
});
