import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDurationNs } from '../contract/units.ts';
import { type IsolationChoice, isolationChoices } from '../profile/launch/isolation.ts';

export const settingsHelp = 'settings of the service (default: perigee-service.yml, if it exists)';

/** For the commands that run the tests. */
export interface SelectionOptions {
  config?: string;
  test?: string[];
  tag?: string[];
  nightly?: boolean;
  seed?: number;
  isolation?: IsolationChoice;
  /** `all`: also what the change does not touch. */
  affected?: 'auto' | 'all';
}

export function selection(command: Command, { measures = true } = {}): Command {
  const narrowed = suiteFile(command)
    .option('--test <name...>', 'only these tests; * stands for any text')
    .option('--tag <tag...>', 'only tests with one of these tags')
    .option('--nightly', 'also the tests marked `when: nightly`')
    .addOption(
      new Option(
        '--isolation <choice>',
        'keep tests away from the other side: where no honest test notices it, strictly, or not at all',
      )
        .choices(isolationChoices)
        .default('auto'),
    );
  if (!measures) return narrowed;
  const parseSeed = parseWhole(0, 0xffffffff, 'expected a whole number from 0 to 4294967295');
  return narrowed
    .option('--seed <number>', 'seed of the order within the pairs, to repeat a run', parseSeed)
    .addOption(
      new Option(
        '--affected <which>',
        'all: also measure tests that the change does not touch; auto: leave them out, by whatever tells what they read (by default: where strace tells)',
      ).choices(['all', 'auto']),
    );
}

/** For the commands that compare with a time budget, and can be resumed. */
export interface PatchOptions extends SelectionOptions {
  /** How long to measure, instead of what perigee.yml says. */
  time?: number;
  /** How long to wait for a quiet machine, in nanoseconds as well. */
  wait?: number;
  failFast?: boolean;
  /** Count instructions beside the times, or in place of them. */
  instructions?: true | 'only';
  /** true: the newest; else its id. */
  resume?: string | true;
}

export interface CompareOptions extends PatchOptions {
  /** The wanted effect of the change; then pairs are spent on showing it. */
  expect?: 'improved';
}

export function timing(command: Command): Command {
  return verbosity(
    selection(command)
      .option('--json', jsonHelp)
      .option(
        '--time <duration>',
        'how long to measure, e.g. 30s or 10m (default: what perigee.yml says, else 2m)',
        parseDuration,
      ),
  )
    .addOption(
      new Option(
        '--instructions [only]',
        'also count the instructions of each test, under valgrind or by macOS; only: instead of measuring times',
      ).choices(['only']),
    )
    .option('--fail-fast', 'end at the first regression that blocks')
    .option(
      '--wait <duration>',
      'wait for a quiet machine before measuring, at most so long, e.g. 5m',
      parseDuration,
    );
}

export function resuming(command: Command): Command {
  return command.option('--resume [run]', 'continue an interrupted run (default: the newest)');
}

/** For the commands that give a verdict. */
export interface ConcludeOptions extends JsonOptions {
  config?: string;
  failOn?: FailOn;
  verbose?: boolean;
}

/** For the commands whose result can be the only thing on stdout. */
export interface JsonOptions {
  json?: boolean;
}

/** The stream for words to people: standard output belongs to the document, if one was asked for. */
export function wordsOf({ json = false }: JsonOptions): NodeJS.WriteStream {
  return json ? process.stderr : process.stdout;
}

export const jsonHelp = 'write one JSON document to stdout, and everything else to stderr';

/** Which verdict a run that came to its end does not end well with. */
export type FailOn = 'undecided' | 'regressed' | 'never';

export const usualFailOn: FailOn = 'undecided';

const failOnHelp =
  'what makes it fail. undecided: a regression that blocks, or too little measured to tell; ' +
  'regressed: only such a regression; never: neither, because others give the verdict. ' +
  'An incomplete run always fails';

export function failOn(): Option {
  return new Option('--fail-on <verdict>', failOnHelp)
    .choices(['undecided', 'regressed', 'never'])
    .default(usualFailOn);
}

/** For the commands that show recorded runs. */
export interface ReportOptions {
  config?: string;
  format: 'terminal' | 'markdown' | 'json' | 'html' | 'junit';
  output?: string;
  verbose?: boolean;
}

export function rendering(command: Command): Command {
  const shown = suiteFile(
    command.argument('[runs...]', 'its id, folder or record (default: the newest run)'),
  ).addOption(form('how to show it', ['terminal', 'markdown', 'json', 'html', 'junit']));
  return verbosity(output(asJson(shown)));
}

/** The place of the store of series. */
export interface StorePlace {
  /** Settings file of the service. */
  config?: string;
  /** The file of an embedded store. */
  file?: string;
}

export function storePlace(command: Command): Command {
  return command
    .option('--file <file>', 'the embedded store (default: from the settings of the service)')
    .option('--config <file>', settingsHelp);
}

/** For the commands that only read the store. */
export interface StoreLookOptions extends StorePlace {
  suite?: string;
  format: 'table' | 'json';
}

/** For the commands that follow a branch in the store. */
export interface HistoryOptions extends StoreLookOptions {
  /** `owner/name` */
  repository?: string;
  /** All of them, or latency of a series that was named. */
  metric?: string;
  /** The branch that says the order of commits. */
  branch?: string;
  /** How many builds. */
  last: number;
}

export function following(command: Command): Command {
  return storePlace(
    ofSuite(command)
      .option('--branch <revision>', 'whose commits (default: the default branch)')
      .option('--last <builds>', 'how many builds of each series', parseBuilds, 500)
      .option('--repository <owner/name>', 'whose (default: what `origin` says)'),
  ).addOption(table());
}

/** As the commands have it that know no other forms; with `--format` beside it, it is refused. */
export function asJson(command: Command): Command {
  return command
    .addOption(new Option('--json', 'the same as --format json').conflicts('format'))
    .hook('preAction', (_, called) => {
      if (called.getOptionValue('json') === true) called.setOptionValue('format', 'json');
    });
}

export function ofSuite(command: Command): Command {
  return command.option(
    '--suite <name>',
    'only this suite (default: all suites of the repository)',
  );
}

export function table(): Option {
  return new Option('--format <format>', 'for people or machines')
    .choices(['table', 'json'])
    .default('table');
}

/** @param forms the first is the default */
export function form(about: string, forms: readonly string[]): Option {
  return new Option('--format <form>', about).choices(forms).default(forms[0]);
}

export function suiteFile(command: Command): Command {
  return command.option('--config <file>', 'instead of perigee.yml at the root of the repository');
}

export function output(command: Command): Command {
  return command.option('--output <file>', 'write to a file instead of the terminal');
}

function verbosity(command: Command): Command {
  return command.option('--verbose', 'all of the verdict, and not only its first lines');
}

export function parseWhole(from: number, to: number, expected: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(expected);
  };
}

export const parseCount = parseWhole(0, 1_000_000, 'expected a whole number from 0');
export const parseOne = parseWhole(1, 999_999_999, 'expected a whole number from 1');
export const parseBuilds = parseWhole(1, 10_000, 'expected a whole number from 1 to 10000');

/** In nanoseconds. */
export function parseDuration(text: string): number {
  const ns = parseDurationNs(text) ?? Number.NaN;
  if (ns >= 1e9 && ns <= 86_400e9) return ns;
  throw new InvalidArgumentError('expected a time from 1s to 24h, e.g. 30s or 5m');
}
