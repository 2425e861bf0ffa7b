import type { JobLog } from '../../src/pipeline/job/job.ts';

/** The log of a job, which has groups on Buildkite. */
export interface PluginLog extends JobLog {
  /** Begins a group that the log shows unfolded. */
  openGroup(this: void, title: string): void;
}

/**
 * The log of a job as Buildkite shows it: at the beginning of a line `---` begins a folded group and `+++` an open one.
 * @param write gets lines
 */
export function openJobLog(write: (text: string) => void): PluginLog {
  const say = (sentence: string): void => write(`${withoutMarks(sentence)}\n`);
  return {
    say,
    warn: (sentence) => say(`\u001b[33mwarning: ${sentence}\u001b[0m`),
    group: (title, body) => {
      write(`--- ${withoutMarks(title)}\n`);
      return body();
    },
    openGroup: (title) => write(`+++ ${withoutMarks(title)}\n`),
    annotate: ({ file, level, message, startLine }) =>
      say(`${file}:${startLine}: ${level}: ${message}`),
    // A step of Buildkite has none: later ones read the artifacts.
    output: () => undefined,
  };
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
