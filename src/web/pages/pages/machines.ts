/// <reference lib="dom" />
import { namePlatform } from '../../../contract/platforms.ts';
import { countThings } from '../../../contract/count-things.ts';
import { formatChange, formatQuantity } from '../../../contract/units.ts';
import { addressOf } from '../../api/addresses.ts';
import type { MachineAlarm, MachineHistory, Machines } from '../../api/answers.ts';
import { fewestLevels as fewestBuilds } from '../../../history/find-level-changes.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { drawChart } from '../../../report/page/draw-chart.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { buildCanariesOption } from '../charts/canaries-option.ts';
import { makeLink, makeSection } from '../parts/elements.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';
import { nameMachine, writeDay } from '../format/name-things.ts';

export const renderMachines: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const { machines } = await readAnswer<Machines>(addressOf.readMachines(repository), visit.signal);
  const shown = machines.map((machine, i) => formatMachine(machine, i, repository));
  return {
    repository,
    title: 'Machines',
    content: [
      makeElement('h1', {}, 'Canaries and hosts'),
      makeElement(
        'p',
        { class: 'headline' },
        machines.length === 0
          ? 'No build brought canaries: what the hosts were worth is not known.'
          : `${countThings(machines.length, 'kind of host', 'kinds of hosts')}. ${formatOpen(machines)} A canary is fixed work: if it takes longer, the machine changed, not the code.`,
      ),
      ...shown.map(({ section }) => section),
    ],
    start: () => {
      for (const { draw } of shown) draw();
    },
  };
};

function formatOpen(machines: readonly MachineHistory[]): string {
  const open = machines.flatMap(({ alarms }) =>
    alarms.filter(({ endedAt }) => endedAt === undefined),
  );
  if (open.length > 0) return `${countThings(open.length, 'change stands', 'changes stand')}.`;
  const short = machines.filter(isShort).length;
  if (short === machines.length) return 'Too few builds to say whether a host changed.';
  return short === 0
    ? 'None of them differs from how it was.'
    : `None differs from how it was; ${short} of them ${short === 1 ? 'has' : 'have'} too few builds to say.`;
}

function isShort({ builds }: MachineHistory): boolean {
  return builds.length < fewestBuilds;
}

function formatMachine(
  machine: MachineHistory,
  i: number,
  repository: string,
): { section: HTMLElement; draw(): void } {
  const { alarms, builds, canaries, platform, suite } = machine;
  const frame = makeElement('div', { class: 'chart' });
  const names = canaries.map(({ title }) => title).join(', ');
  const label = makePlain(
    `Canaries of ${machine.cpu} over ${builds.length} builds, against the median of each: ${names}`,
  );
  const items = alarms
    .toReversed()
    .map((alarm) => makeElement('li', {}, ...renderAlarm(alarm, machine, repository)));
  const section = makeSection(
    `machine-${i}`,
    nameMachine(machine),
    makeElement(
      'p',
      { class: 'quiet' },
      makePlain(`${namePlatform(platform)}, ${suite}; ${countThings(builds.length, 'build')}`),
    ),
    ...(builds.length < 2 ? [] : [frame]),
    makeLegend(canaries),
    items.length === 0
      ? makeElement(
          'p',
          {},
          isShort(machine)
            ? `Too few builds to say whether it changed: it takes ${fewestBuilds}.`
            : 'No lasting change was found.',
        )
      : makeElement('ul', { class: 'plain' }, ...items),
  );
  return {
    section,
    draw: () => {
      // With one build each line would be a dot at zero.
      if (builds.length < 2) return;
      drawChart(frame, label, (theme) => buildCanariesOption(machine, theme), 'canvas');
    },
  };
}

function renderAlarm(
  { at, canaries, endedAt, facts }: MachineAlarm,
  { builds, suite }: MachineHistory,
  repository: string,
): (Node | string)[] {
  const [since, until] = [builds[at], endedAt === undefined ? undefined : builds[endedAt]];
  const what = canaries
    .map(({ change, title }) => `the ${title} ${formatChange(change)}`)
    .join(', ');
  const why = facts.map(({ fact, from, to }) => `${fact} ${from} → ${to}`).join(', ');
  return [
    makePlain(
      `${writeDay(since?.atMs)}${until === undefined ? '' : ` to ${writeDay(until.atMs)}`}: ${what}${why === '' ? '' : `. Also different: ${why}`}. `,
    ),
    ...(since === undefined
      ? []
      : [
          makeLink(`Build ${since.runId}`, linkTo.build(repository, { suite, runId: since.runId })),
        ]),
  ];
}

/** In the colours and dashes of the chart, with what each canary took in its newest build. */
function makeLegend(canaries: MachineHistory['canaries']): HTMLElement {
  const items = canaries.map(({ title, values }, i) => {
    const newest = values.findLast((ns) => ns !== null);
    const took = newest === undefined ? '' : ` ${formatQuantity(newest, 'ns')}`;
    const line = makeElement('i', {
      class: `level line-${i % 5} dash-${Math.floor(i / 5) % 3}`,
      'aria-hidden': 'true',
    });
    return makeElement('li', {}, line, makePlain(`${title}${took}`));
  });
  return makeElement('ul', { class: 'legend' }, ...items);
}
