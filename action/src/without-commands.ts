/**
 * Text that the runner takes for text. It reads two kinds of commands from a job's log, by its
 * ActionCommand.cs: `::name …::` at the beginning of a line, whatever blanks stand before it, and
 * `##[name …]` wherever in a line. The names of tests and of branches come from pull requests, and one of
 * those commands sets an output of the step. A blank breaks them; characters without a width would not
 * do, because the runner's comparison passes over them. Blanks are taken from one line only: over thousands of
 * empty lines the expression would begin anew in each of them.
 */
export function withoutCommands(text: string): string {
  return text
    .replaceAll(/^((?:[^\S\n\r\u2028\u2029]|\u0085)*)::/gm, '$1: :')
    .replaceAll('##[', '## [');
}
