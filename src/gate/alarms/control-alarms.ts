import type { GateAlarm } from '../../contract/gate-record.ts';
import { formatChange } from '../../contract/units.ts';
import type { ControlEntry } from '../record/entries.ts';
import { type AlarmFacts, dayMs, daysBetween, timeOf } from './alarm-facts.ts';

/** A control that runs every night may fail to run twice. */
export const controlMissingDays = 3;
/** After this long nobody expects one any more: it was taken out. */
const controlForgottenDays = 60;

/** The newest control stayed green, or controls came and come no more. */
export function findControlAlarms({ controls, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const newest = controls.at(-1);
  if (newest === undefined) return [];
  const run = controls.filter((one) => one.run === newest.run);
  const green = run.filter((one) => !one.control.isProven);
  const found: GateAlarm[] = [];
  if (green.length > 0) {
    found.push({
      ...{ code: 'control-green', suite, since: startOfGreen(controls, newest).at },
      message: describeGreen(green),
      remedy:
        'a gate that does not fire proves nothing by being green: `perigee variability` shows how far runs differ; then allow less in perigee.yml, or raise maxRepeats',
    });
  }
  const lastMs = timeOf(newest);
  const days = daysBetween(lastMs, nowMs);
  if (nowMs - lastMs > controlMissingDays * dayMs && days <= controlForgottenDays) {
    found.push({
      ...{ code: 'control-missing', suite, since: newest.at },
      message: `no positive control ran for ${days} days, so nothing shows that the gate still fires`,
      remedy:
        'run `perigee control`, and find out why the nightly job `control` does not run: GitHub stops schedules of a repository without activity',
    });
  }
  return found;
}

/** The first of the unbroken row of controls that stayed green. */
function startOfGreen(controls: readonly ControlEntry[], newest: ControlEntry): ControlEntry {
  const lastProven = controls.findLastIndex(
    ({ control, run }) => control.isProven && run !== newest.run,
  );
  return controls.slice(lastProven + 1).find(({ control }) => !control.isProven) ?? newest;
}

const mostNamed = 5;

function describeGreen(green: readonly ControlEntry[]): string {
  const [{ control } = { control: undefined }] = green;
  const what = control === undefined ? '' : `${formatChange(control.by)} ${control.cost}`;
  const asked = green.flatMap((one) => one.control.tests);
  const missed = asked.filter(({ outcome }) => outcome !== 'red' && outcome !== 'nothing-added');
  if (missed.length === 0) {
    return `the control proves nothing: no test has a cost to which ${what} could be added`;
  }
  const names = missed.slice(0, mostNamed).map(({ name, outcome }) => `${name} (${outcome})`);
  const left = missed.length - names.length;
  return `the control stays green: ${what} was not found in ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
