/** Reads Markdown as far as the tests need: where code spans are, and how a table row splits. */

/** The text without its code spans, by CommonMark's rule: a run of backticks ends at an equal run. */
export function dropCode(line: string): string {
  let rest = line;
  let outside = '';
  for (;;) {
    const opening = /`+/.exec(rest);
    if (opening === null) return outside + rest;
    const fence = opening[0];
    const after = rest.slice(opening.index + fence.length);
    const closing = [...after.matchAll(/`+/g)].find(([run]) => run === fence);
    outside += rest.slice(0, opening.index);
    if (closing === undefined) throw new Error(`a code span is left open: ${line}`);
    rest = after.slice(closing.index + fence.length);
  }
}

/** The text without its blocks of code: a fence ends at a line of as many backticks, or more, and nothing else. */
export function dropBlocks(markdown: string): string {
  return markdown.replace(/^ *(`{3,})text\n(?:.*\n)*? *\1`*$/gm, '');
}

/** The cells of a row by GitHub's rule: pipes split it, inside code too, unless a backslash stands before. */
export function splitRow(row: string): string[] {
  const cells: string[] = [];
  let cell = '';
  for (let place = 0; place < row.length; place += 1) {
    const character = row[place] ?? '';
    const next = row[place + 1] ?? '';
    if (character === '\\' && next !== '') {
      cell += character + next;
      place += 1;
    } else if (character === '|') {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return cells.slice(1);
}

/** Everything of a comment that a site would act on, code and our own frame left out. */
export function listActiveText(markdown: string): string[] {
  const frame = /^<!-- [^<>]* -->$|^<\/?details>$|^<summary>[^<>]*<\/summary>$/;
  const active =
    /[<>@]|(?:^|\W)#\d|GH-\d|https?:|www\.|!\[|\]\(|\b(?=[a-f]*\d)[0-9a-f]{13,}\b|\$|:\w+:|~~|__|&\w+;/gi;
  return dropBlocks(markdown)
    .split('\n')
    .filter((line) => !frame.test(line))
    .map((line) => line.replace(/^<sub>|<\/sub>$|<br>|^> ?(?:\[!\w+\]$)?/g, ''))
    .map((line) => line.replace(/\[(`+[^\]]*`+)\]\(https:[^()\s<>]*\)/g, '$1'))
    .flatMap((line) => dropCode(line).match(active) ?? []);
}
