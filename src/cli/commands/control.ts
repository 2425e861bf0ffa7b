import type { RunRecord } from '../../contract/documents.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { type ControlKind, proveGate } from '../../pipeline/prove-gate.ts';
import { readShare } from '../../pipeline/job/read-setting.ts';
import { openRepository } from '../../runner/revisions/repository.ts';
import { resolveCommit } from '../../runner/revisions/find-commit.ts';
import { keepEntry } from '../gate/journal.ts';
import { home } from '../home.ts';
import { createJudge } from '../judge-record.ts';
import { warnOfUncommitted } from '../warn-of-uncommitted.ts';
import { withMeasuring } from '../with-measuring.ts';
import { openWorkplace } from '../workplace.ts';
import { type Command, Option } from 'commander';
import { end } from '../end-with.ts';
import { selection, type SelectionOptions } from '../shared-options.ts';

interface ControlOptions extends SelectionOptions {
  /** `20%` */
  by: string;
  kind: ControlKind;
}

export function declareCommand(command: Command): void {
  selection(command.argument('[revision]', 'what to measure against itself (default: HEAD)'), {
    measures: false,
  })
    .option('--by <percentage>', 'how much worse', '20%')
    .addOption(
      new Option('--kind <cost>', 'what gets worse')
        .choices(['cpu', 'wall', 'memory', 'writes'])
        .default('cpu'),
    )
    .action((revision: string | undefined, options: ControlOptions) =>
      end(control(revision, options)),
    );
}

/**
 * `perigee control`: measures a commit against itself, with one side made worse by a known size, and fails where a test
 * does not turn red. A gate that never fires proves nothing by being green.
 */
async function control(
  revision = 'HEAD',
  { by, kind, ...options }: ControlOptions,
): Promise<ExitCode> {
  const share = readShare({ where: '--by', text: by });
  const workplace = await openWorkplace(process.cwd(), options);
  warnOfUncommitted(process.cwd(), options.config);
  const { root, suite, tests } = workplace;
  const commit = await resolveCommit(await openRepository(root, process.env), revision);
  const shard = await createJudge(workplace, undefined);
  const judge = (record: RunRecord) => shard.shard(record).verdict;
  const proof = await withMeasuring({ isolation: options.isolation, judge }, (ports) =>
    proveGate(
      {
        ...{ suite, tests, repository: root, home, environment: process.env, kind, share, judge },
        revision: { kind: 'commit', commit, label: revision },
        label: revision,
        say: (sentence) => process.stderr.write(`${sentence}\n`),
      },
      ports,
    ),
  );
  keepEntry(root, proof.entry);
  process.stdout.write(`${[...proof.lines, proof.sentence].join('\n')}\n`);
  return proof.isProven ? exitCode.nothingRegressed : exitCode.regressed;
}
