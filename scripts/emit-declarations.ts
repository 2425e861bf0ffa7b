import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
// With slashes on Windows too: these paths are imports.
import { posix } from 'node:path';
import ts from 'typescript';

const { dirname, join, relative } = posix;
const relativeImport = /(from |import\()(['"])(\.[^'"]+)\.ts\2/g;

/**
 * Writes the types of one module, and of the modules that its types name, below `dist/types`, and a
 * `target` that passes them on. File by file, without a type check, which takes ten times as long.
 * @throws Error when an exported thing does not state its type
 */
export function emitDeclarations(request: { root: string; entry: string; target: string }): void {
  const { root, entry, target } = request;
  const pending = [entry];
  const done = new Set<string>();
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const text = declare(root, file);
    for (const match of text.matchAll(relativeImport)) {
      pending.push(join(dirname(file), `${match[3] ?? ''}.ts`));
    }
    write(join(root, declarationOf(file)), text.replaceAll(relativeImport, '$1$2$3.js$2'));
  }
  const path = relative(dirname(target), declarationOf(entry)).replace(/\.d\.ts$/, '.js');
  write(join(root, target), `export * from './${path}';\n`);
}

function declare(root: string, file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(
    readFileSync(join(root, file), 'utf8'),
    { fileName: file, reportDiagnostics: true, compilerOptions: { isolatedDeclarations: true } },
  );
  const first = diagnostics[0];
  if (first === undefined) return outputText;
  const line = first.file?.getLineAndCharacterOfPosition(first.start ?? 0).line ?? 0;
  const message = ts.flattenDiagnosticMessageText(first.messageText, ' ');
  throw new Error(`${file}:${line + 1}: ${message}`);
}

function declarationOf(file: string): string {
  return file.replace(/^src\//, 'dist/types/').replace(/\.ts$/, '.d.ts');
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
