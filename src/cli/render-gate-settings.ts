import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { defaultGate, type GateSettings } from '../contract/gate.ts';
import { isRelevant } from '../contract/match-paths.ts';
import { formatQuantity } from '../contract/units.ts';
import { buildkitePipeline } from '../init/workflow-file.ts';
import { listTracked } from './ask-git.ts';

/**
 * How the app that guards pull requests would decide by this perigee.yml, and what in it leads nowhere in
 * this work tree.
 * @returns lines for the terminal
 */
export function renderGateSettings(root: string, gate: GateSettings): string[] {
  const { workflow, pipeline, runWithinMs, confirm } = gate;
  const { whenUndecided, whenBusy, whenMissing, whenNotSeen, whenSuiteChanged } = gate;
  const wait = formatQuantity(runWithinMs * 1e6, 'ns');
  const hasNoWorkflow = pipeline === undefined && !existsSync(join(root, workflow));
  const isOnBuildkite = hasNoWorkflow && existsSync(join(root, buildkitePipeline.path));
  // There is no workflow, no pipeline, and nothing is set: the bot is not used here.
  if (hasNoWorkflow && !isOnBuildkite && isDeepStrictEqual(gate, defaultGate)) return [];
  const named = pipeline ?? (isOnBuildkite ? 'gate.pipeline' : undefined);
  const runs = named === undefined ? `runs of ${workflow}` : `builds of ${named} on Buildkite`;
  const lines = [
    'The gate of pull requests, where the bot runs:',
    `  counts ${runs}, and waits ${wait} for one; ${formatPaths(gate)}`,
    `  ${confirm ? 'confirms a regression on a second runner' : 'one run is enough to block'}; ` +
      `undecided: ${whenUndecided}; only time, on a busy machine: ${whenBusy}; not seen: ${formatNotSeen(whenNotSeen)}; no whole measurement: ${whenMissing}; other tests or commands: ${whenSuiteChanged}`,
  ];
  if (isOnBuildkite) {
    lines.push(
      '  but gate.pipeline is not set: for the bot set it to organisation/pipeline, as in the address of the pipeline; without the bot you need none',
    );
  } else if (hasNoWorkflow) {
    lines.push(
      `  but there is no ${workflow} here: the bot would wait for ever; set gate.workflow to your workflow`,
    );
  }
  if (!isRelevant(listTracked(root), gate)) {
    lines.push(
      '  but no file that git knows here counts by gate.paths and gate.ignore: nothing would be measured',
    );
  }
  return lines;
}

function formatPaths({ paths, ignore }: GateSettings): string {
  const which =
    paths === undefined ? 'every change counts' : `changes of ${paths.join(', ')} count`;
  return ignore.length === 0 ? which : `${which}, except ${ignore.join(', ')}`;
}

function formatNotSeen({ note, block }: GateSettings['whenNotSeen']): string {
  const formatShare = (word: string, share: number | undefined): string[] => {
    if (share === undefined) return [];
    return [share === 0 ? word : `${word} above ${share * 100}%`];
  };
  return [...formatShare('note', note), ...formatShare('block', block)].join(', ') || 'pass';
}
