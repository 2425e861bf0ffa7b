import { findCanary, machineSpan } from '../../../contract/canaries.ts';
import { exitCode, UserError, type ExitCode } from '../../../contract/user-error.ts';
import { formatChange, formatQuantity } from '../../../contract/units.ts';
import { fewestLevels } from '../../../history/find-level-changes.ts';
import type { MachineAlarm } from '../../../history/machine/append-reading.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listAnnotations } from '../../../report/series-words.ts';
import { wrapToColumns } from '../../../report/terminal-text.ts';
import type { StoreMachineOptions } from '../../options.ts';
import { openRepository } from '../../store/choose-repository.ts';
import { layOut, tellMinute } from '../../store/lay-out.ts';
import { type WatchedMachines, watchMachine } from '../../../steps/history/watch-machine.ts';
import { withReader } from '../../store/with-reader.ts';
import { terminalOptions } from '../../terminal-options.ts';

/** `perigee store machine`: whether the machines changed, by their canaries. */
export async function showMachine(options: StoreMachineOptions): Promise<ExitCode> {
  const shown = await withReader(options, async (reader) => {
    const { repository, spans } = await openRepository(reader, options.repository, options.suite);
    const own = spans.filter(({ test }) => test === machineSpan.test);
    if (own.length === 0) {
      throw new UserError({
        seen: `the store has no canaries of ${makePlain(repository)}`,
        expected: 'builds that were measured by a Perigee that has canaries',
        remedy: 'measure a build, and look again',
      });
    }
    return Promise.all(own.map((span) => watchMachine(reader, span, options.last)));
  });
  if (options.format === 'json') process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  else {
    const { columns } = terminalOptions(process.stdout);
    process.stdout.write(`${shown.flatMap((one) => tell(one, columns)).join('\n')}\n`);
  }
  return exitCode.nothingRegressed;
}

function tell(
  { alarms, builds, machine, platform, suite }: WatchedMachines,
  columns: number,
): string[] {
  const levels = Object.entries(builds.at(-1)?.canaries ?? {}).map(([name, ns]) => [
    findCanary(name)?.title ?? name,
    formatQuantity(ns, 'ns'),
  ]);
  const named = listAnnotations(machine).join(' ');
  const nothing =
    builds.length < fewestLevels
      ? `${builds.length} builds are too few to say whether this kind of machine changed: it takes ${fewestLevels}`
      : `in the last ${builds.length} builds this kind of machine did not change`;
  return [
    ...wrapToColumns(makePlain(`${suite}, ${platform}: ${named}`), columns),
    ...layOut(levels, columns),
    ...(alarms.length === 0 ? [nothing] : alarms.map((alarm) => tellAlarm(alarm, builds))).flatMap(
      (line) => wrapToColumns(makePlain(line), columns, '  '),
    ),
    '',
  ];
}

function tellAlarm(alarm: MachineAlarm, builds: WatchedMachines['builds']): string {
  const { at, canaries, endedAt, facts } = alarm;
  const nameBuild = (place: number): string => {
    const build = builds[place];
    return build === undefined ? 'a build' : `build ${build.runId} (${tellMinute(build.atMs)} UTC)`;
  };
  const changes = canaries.map(
    ({ canary, change }) => `${findCanary(canary)?.title ?? canary} ${formatChange(change)}`,
  );
  const others = facts.map(({ fact, from, to }) => `; ${fact} ${from}, then ${to}`).join('');
  const end = endedAt === undefined ? '' : `; as before again from ${nameBuild(endedAt)}`;
  return `the machine changed with ${nameBuild(at)}: ${changes.join(', ')}${others}${end}`;
}
