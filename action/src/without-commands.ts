/**
 * Text that the runner takes for text. It reads two kinds of commands from a job's log, by its
 * ActionCommand.cs: `::name …::` at the beginning of a line, whatever blanks stand before it, and
 * `##[name …]` wherever in a line. The names of tests and of branches come from pull requests, and one of
 * those commands sets an output of the step. A blank breaks them; characters without a width would not
 * do, because the runner's comparison passes over them.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([\s\u0085]*)::/gm, '$1: :').replaceAll('##[', '## [');
}
