import { findCanary } from '../../../contract/canaries.ts';
import type { MachineAlarm } from '../../../history/machine/append-reading.ts';
import type { LevelMark, StoreReader } from '../../../store/series-store.ts';
import { readMachineHistory } from '../../../pipeline/history/read-machine-history.ts';
import type { Catalogue } from '../repository/catalogue.ts';

/** As many as the page Machines of the dashboard shows. */
const lastBuilds = 240;

/**
 * When the machines changed and when they were as before again: one mark each, on the canary that moved the most,
 * however many of them tell of it.
 */
export async function listMachineMarks(
  reader: Pick<StoreReader, 'readLast'>,
  { buildsOf, machines }: Pick<Catalogue, 'buildsOf' | 'machines'>,
): Promise<LevelMark[]> {
  const marks: LevelMark[] = [];
  for (const span of machines) {
    const { annotations, platform, span: name, suite, test } = span;
    const known = buildsOf.get(suite);
    const { alarms, builds } = await readMachineHistory(reader, span, lastBuilds, { known });
    const commitAt = (place: number): string =>
      known?.get(builds[place]?.runId ?? '')?.commit ?? '';
    const markAt = (place: number, { canaries }: MachineAlarm, text: string, isOver: boolean) => {
      const [largest] = canaries;
      if (largest === undefined) return;
      const { canary, change } = largest;
      const size = isOver ? 1 / (1 + change) - 1 : change;
      marks.push({
        ...{ id: '', suite, text, change: size, isWorse: size > 0, commit: commitAt(place) },
        series: { test, span: name, annotations, platform, metric: canary },
        atMs: builds[place]?.atMs ?? 0,
        range: { after: commitAt(place - 1), upTo: commitAt(place) },
      });
    };
    for (const alarm of alarms) {
      markAt(alarm.at, alarm, formatMachineChange(alarm), false);
      if (alarm.endedAt !== undefined)
        markAt(alarm.endedAt, alarm, 'the machine is as before', true);
    }
  }
  return marks;
}

function formatMachineChange({ canaries, facts }: MachineAlarm): string {
  const moved = canaries.map(({ canary, change }) => {
    const title = findCanary(canary)?.title ?? canary;
    return `${title} ${change > 0 ? '+' : ''}${(100 * change).toFixed(1)}%`;
  });
  const others = facts.map(({ fact, from, to }) => `${fact} ${from}, then ${to}`);
  return ['the machine changed: ' + moved.join(', '), ...others].join('; ');
}
