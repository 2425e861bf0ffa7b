import type { JobLog } from '../../src/steps/job/job.ts';

/**
 * The log of a job as Buildkite shows it: `---` at the beginning of a line opens a group.
 * @param write gets lines
 */
export function openJobLog(write: (text: string) => void): JobLog {
  const say = (sentence: string): void => write(`${withoutMarks(sentence)}\n`);
  return {
    say,
    warn: (sentence) => say(`\u001b[33mwarning: ${sentence}\u001b[0m`),
    group: (title, body) => {
      write(`--- ${withoutMarks(title)}\n`);
      return body();
    },
    annotate: ({ file, level, message, startLine }) =>
      say(`${file}:${startLine}: ${level}: ${message}`),
    // A step of Buildkite has none: later ones read the artifacts.
    output: () => undefined,
  };
}

/** Opens the group that a person has to see. */
export function openGroup(write: (text: string) => void, title: string): void {
  write(`+++ ${withoutMarks(title)}\n`);
}

/**
 * Text that Buildkite takes for text. Names come from pull requests; they could open groups of their own, or, with
 * control characters, links and pictures. Colours stay.
 */
export function withoutMarks(text: string): string {
  return text
    .replaceAll(/(?!\u001b\[\d{1,2}m)\p{Cc}(?<![\n\t])/gu, '')
    .replaceAll(/^((?:\u001b\[\d{1,2}m)*)(---|\+\+\+|~~~|\^\^\^)/gm, '$1 $2');
}
