import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDurationNs } from '../../contract/units.ts';
import { isolationChoices } from '../../profile/launch/isolation.ts';
import { usualFailOn } from '../options.ts';

const failOnHelp =
  'what makes it fail. undecided: a regression that blocks, or too little measured to tell; ' +
  'regressed: only such a regression; never: neither, because others give the verdict. ' +
  'An incomplete run always fails';
/** The options of every command that runs the tests. */
export function selection(command: Command, { measures = true } = {}): Command {
  const narrowed = command
    .option('--config <file>', 'instead of perigee.yml at the root of the repository')
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
  return narrowed
    .option('--seed <number>', 'seed of the order within the pairs, to repeat a run', parseSeed)
    .addOption(
      new Option(
        '--affected <which>',
        'all: also measure tests that the change does not touch; auto, the default: leave them out',
      ).choices(['all', 'auto']),
    );
}

/** What is asked of the commands that compare with a time budget. */
export function timing(command: Command): Command {
  return command
    .option(
      '--time <duration>',
      'how long to measure, e.g. 30s or 10m (default: what perigee.yml says, else 2m)',
      parseDuration,
    )
    .option('--verbose', 'all of the verdict, and not only its first lines')
    .addOption(
      new Option(
        '--instructions [only]',
        'also count the instructions of each test, under valgrind; only: instead of measuring times',
      ).choices(['only']),
    )
    .option('--fail-fast', 'end at the first regression that blocks')
    .option(
      '--wait <duration>',
      'wait for a quiet machine before measuring, at most so long, e.g. 5m',
      parseDuration,
    );
}

/** What is asked of every command that shows recorded runs. */
export function rendering(command: Command): Command {
  return command
    .argument('[runs...]', 'its id, folder or record (default: the newest run)')
    .option('--config <file>', 'instead of perigee.yml at the root of the repository')
    .addOption(
      new Option('--format <form>', 'how to show it')
        .choices(['terminal', 'markdown', 'json', 'html'])
        .default('terminal'),
    )
    .option('--output <file>', 'write to a file instead of the terminal')
    .option('--verbose', 'all of the verdict, and not only its first lines');
}

export function failOn(): Option {
  return new Option('--fail-on <verdict>', failOnHelp)
    .choices(['undecided', 'regressed', 'never'])
    .default(usualFailOn);
}

function parseSeed(text: string): number {
  const seed = Number(text);
  if (Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff) return seed;
  throw new InvalidArgumentError('expected a whole number from 0 to 4294967295');
}

/** In nanoseconds. */
function parseDuration(text: string): number {
  const ns = parseDurationNs(text) ?? Number.NaN;
  if (ns >= 1e9 && ns <= 86_400e9) return ns;
  throw new InvalidArgumentError('expected a time from 1s to 24h, e.g. 30s or 5m');
}
