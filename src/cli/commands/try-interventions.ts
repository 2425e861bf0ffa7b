import type { RunRecord } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { formatChange } from '../../contract/units.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { nameSpan } from '../../report/series-words.ts';
import { type Intervention, probeInterventions } from '../../runner/host/interventions.ts';
import { runSuite } from '../../runner/run-suite.ts';
import { hideFromOthers, isKeyOfJob } from '../../runner/setup/hide-keys.ts';
import { withCollector } from '../../steps/with-collector.ts';
import { compareSpreads, type SpreadChange } from '../../variability/compare-spreads.ts';
import { home } from '../home.ts';
import { createJudge } from '../judge-record.ts';
import { listenForStop } from '../listen-for-stop.ts';
import type { VariabilityOptions } from '../options.ts';
import { createProgressLine } from '../progress-line.ts';
import { tellShare } from '../tell-variability.ts';
import { openWorkplace } from '../workplace.ts';

interface Trial {
  name: string;
  prefix: readonly string[];
  changes: SpreadChange[];
}

/**
 * `perigee variability --try`: measures a commit against itself, one side started as usual and one with an intervention,
 * pair by pair, so that both meet the same noise.
 */
export async function tryInterventions(
  name: string,
  options: VariabilityOptions,
): Promise<ExitCode> {
  hideFromOthers(process.env, isKeyOfJob);
  const { offered, refused } = probeInterventions();
  const write = (text: string): void => void process.stdout.write(`${text}\n`);
  const stop = listenForStop();
  const trials: Trial[] = [];
  try {
    for (const intervention of offered) {
      process.stderr.write(`${intervention.name}: ${intervention.prefix.join(' ')}\n`);
      const record = await measurePairs(name, intervention, options, stop.signal);
      const { prefix } = intervention;
      trials.push({ name: intervention.name, prefix, changes: compareSpreads(record) });
      if (options.format === 'terminal') tellTrial(intervention, trials.at(-1), write);
      if (stop.signal.aborted) break;
    }
  } finally {
    stop.end();
  }
  if (options.format === 'json') write(JSON.stringify({ trials, refused }, undefined, 2));
  else for (const { name: what, why } of refused) write(`not here: ${what}: ${makePlain(why)}`);
  return stop.signal.aborted ? exitCode.couldNotMeasure : exitCode.nothingRegressed;
}

async function measurePairs(
  name: string,
  { prefix }: Intervention,
  options: VariabilityOptions,
  signal: AbortSignal,
): Promise<RunRecord> {
  const workplace = await openWorkplace(process.cwd(), options);
  const { root, suite, tests } = workplace;
  const judge = await createJudge(workplace, undefined);
  const line = createProgressLine(process.stderr);
  const pairs = options.rounds * options.runs;
  const revision = { kind: 'revision', name } as const;
  const collecting = {
    home,
    ...(options.isolation === undefined ? {} : { isolation: options.isolation }),
    ...{ signal, onProgress: line.show, onLook: () => undefined },
    judge: (record: RunRecord) => judge.shard(record).verdict,
  };
  try {
    return await withCollector(collecting, (ports) =>
      runSuite({
        suite: { ...suite, repeats: pairs, maxRepeats: pairs },
        ...{ tests, repository: root, home, environment: process.env },
        sides: { before: revision, after: revision },
        ports: {
          ...ports,
          // On both sides a program that only starts the next one.
          wrap: (command, _test, side) => [...(side === 'after' ? prefix : ['env']), ...command],
        },
      }),
    );
  } finally {
    line.end();
  }
}

function tellTrial(
  { name, prefix, warning }: Intervention,
  trial: Trial | undefined,
  write: (text: string) => void,
): void {
  write(`${name} (${prefix.join(' ')})${warning === undefined ? '' : `; ${warning}`}`);
  for (const change of trial?.changes ?? []) write(`  ${tellChange(change)}`);
}

const effects = {
  less: 'it helps',
  more: 'it makes them worse',
  'not told': 'no difference that these runs show',
} as const;

function tellChange(change: SpreadChange): string {
  const { effect, isOtherMeasure, medianChange, metric, without } = change;
  const spread = ({ rangeOfFive, variation }: SpreadChange['without']): string =>
    `${tellShare(variation.value)}, range of five ${tellShare(rangeOfFive?.value ?? 0)}`;
  const other = isOtherMeasure
    ? `; the median changes by ${formatChange(medianChange)}: something else is measured`
    : '';
  return `${makePlain(nameSpan(change))}, ${titleMetric(metric)}: varies by ${spread(without)} → ${spread(change.with)}: ${effects[effect]}${other}`;
}
