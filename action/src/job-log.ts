import * as core from '@actions/core';
import type { JobLog } from '../../src/pipeline/job/job.ts';

/** The log of a job, which has a summary on GitHub. */
export interface ActionLog extends JobLog {
  /** Markdown below what this step has written to its summary already. */
  summarize(this: void, markdown: string): Promise<void>;
}

/**
 * The log as GitHub shows it. What the toolkit prints is escaped by it, and text that it does not escape
 * holds no command of the runner.
 */
export function openJobLog(): ActionLog {
  return {
    say: (sentence) => core.info(withoutCommands(sentence)),
    warn: (sentence) => core.warning(sentence),
    group: (title, body) => core.group(withoutCommands(title), body),
    annotate: ({ level, message, title, file, startLine }) =>
      core[level](message, { title, file, startLine }),
    async summarize(markdown) {
      try {
        await core.summary.addRaw(markdown, true).write();
      } catch (error) {
        // A runner without summaries, such as an old self-hosted one, or a deleted file.
        core.warning(`the job summary could not be written: ${(error as Error).message}`);
      }
    },
    output: (name, value) => core.setOutput(name, value),
  };
}

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
