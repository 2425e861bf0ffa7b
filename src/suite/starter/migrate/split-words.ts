/**
 * The words of a line of a shell: quotes and backslashes are read, variables stay as they are. An expression such as
 * `${{ matrix.os }}` is part of its word: GitHub fills it in before a shell splits the line.
 */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  const piece = /\s*((?:\$\{\{[^}]*\}\}|[^\s"'\\$]+|\$|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+)/gsy;
  for (let found = piece.exec(line); found !== null; found = piece.exec(line)) {
    words.push(unquote(found[1] ?? ''));
  }
  return words;
}

function unquote(word: string): string {
  return word.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_, double?: string, single?: string, escaped?: string) =>
      double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '',
  );
}
