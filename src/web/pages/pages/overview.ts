/// <reference lib="dom" />
import { listRed } from '../../../contract/alerts.ts';
import { countThings } from '../../../contract/count-things.ts';
import { fewestLevels, measurePast } from '../../../history/find-level-changes.ts';
import { addressOf } from '../../api/addresses.ts';
import type { Alerts, Gate, Overview, SeriesPage } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { leaveOutTold, listAlarms, listAlerts } from '../parts/alert-list.ts';
import { tabulateBuilds } from '../parts/build-table.ts';
import { listGroups } from '../parts/change-groups.ts';
import { makeCommand, makeLink, makeName, makeSection, renderPhrase } from '../parts/elements.ts';
import { renderCards } from '../parts/series-cards.ts';
import { writeCalm } from '../format/overview-words.ts';
import {
  titleBuild,
  titleOnPlatform,
  writeBy,
  writeTime,
  type Phrase,
  writeChange,
} from '../format/name-things.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';

/** Cards beyond these are a list. */
const mostShown = 200;

export const renderOverview: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const [found, gate, alerts, list] = await Promise.all([
    readAnswer<Overview>(addressOf.readOverview(repository), visit.signal),
    readAnswer<Gate>(addressOf.readGate(repository), visit.signal),
    readAnswer<Alerts>(addressOf.listAlerts(repository, { limit: 10 }), visit.signal),
    readAnswer<SeriesPage>(
      addressOf.listSeries(repository, { order: 'attention', limit: mostShown }),
      visit.signal,
    ),
  ]);
  const { builds, counts, worst } = found;
  const rest = list.total - list.series.length;
  const all = linkTo.series(repository);
  return {
    repository,
    title: repository,
    isPending: counts.pending > 0,
    content: [
      makeElement('h1', {}, ...makeName(repository)),
      renderPhrase(formatState(found), { class: 'headline' }),
      ...renderAttention(found, { alerts, gate }),
      ...renderPast(found),
      makeSection(
        'series',
        'Tests',
        renderCards(list.series, repository),
        ...(rest > 0 ? [makeElement('p', {}, makeLink(`and ${rest} more series`, all))] : []),
      ),
      makeSection(
        'builds',
        'Newest builds',
        tabulateBuilds(nameTable(worst), repository, builds, worst),
      ),
    ],
  };
};

function nameTable(worst: Overview['worst'] = {}): string {
  return Object.keys(worst).length === 0
    ? 'The newest first'
    : 'The newest first, with the largest change that its own repeats alone call clear: of many series one often looks so by chance';
}

function formatState({ branch, counts, repository, state }: Overview): Phrase {
  const series = countThings(counts.series, 'series');
  if (counts.commits === 0) {
    return [`${series} in ${countThings(counts.builds, 'build')}, none of the default branch.`];
  }
  const commits = `${countThings(counts.commits, 'commit')} of ${branch ?? 'the default branch'}`;
  const pending = counts.pending.toLocaleString('en-US');
  const parts = [
    ['worse', state.worse, { changed: 'worse' }],
    ['better', state.better, { changed: 'better', order: 'change' }],
  ] as const;
  const changed = parts.flatMap(([text, number, query]): Phrase =>
    number === 0
      ? []
      : ['; ', { text: `${number} became ${text}`, to: linkTo.series(repository, query) }],
  );
  return [
    `${series} over ${commits}`,
    counts.commits < fewestLevels
      ? `; a change of level shows from ${fewestLevels} commits on`
      : '',
    ...changed,
    '.',
    counts.pending > 0
      ? ` Perigee still computes ${pending} of them, so what stands below is not complete. Series that are always zero are left out once they are computed.`
      : '',
  ];
}

/** Open alerts, what became worse without one, and alarms of the gate about itself. */
function renderAttention(
  found: Overview,
  { alerts, gate }: { alerts: Alerts; gate: Gate },
): Node[] {
  const { changes, counts, repository } = found;
  const worse = leaveOutTold(changes, alerts.alerts);
  const items = [
    ...listAlerts(alerts, repository),
    ...listGroups(worse, repository),
    ...listRegressed(found),
    ...listAlarms(gate.alarms),
  ];
  const { record } = gate;
  const judged =
    record === undefined
      ? []
      : [
          renderPhrase([
            { text: 'The gate', to: linkTo.gate(repository) },
            `: ${countThings(record.judged, 'commit')} judged in ${countThings(record.days, 'day')}, ${record.red} red.`,
          ]),
        ];
  if (items.length > 0) {
    const list = makeElement('ul', { class: 'plain alerts' }, ...items);
    const steps = counts.commits === 0 ? renderFirstSteps() : [];
    return [makeSection('attention', 'Needs attention', list, ...steps, ...judged)];
  }
  if (counts.commits === 0) return [...renderFirstSteps(), ...judged];
  return [
    ...(counts.pending > 0
      ? []
      : [makeElement('p', {}, writeCalm(found.counts.commits, found.state.short))]),
    ...judged,
  ];
}

/** Builds that are red still, where no level says so. */
function listRegressed({ builds, counts, repository, worst = {} }: Overview): HTMLElement[] {
  return listRed(builds, counts.commits >= fewestLevels).map((build) => {
    const { before, change, series } = worst[`${build.suite}/${build.runId}`] ?? {};
    const phrase: Phrase = [
      ...(change === undefined || series === undefined
        ? ['Regressed']
        : [
            { size: writeChange(change.value, before?.level === 0) },
            ' ',
            {
              text: titleOnPlatform(series),
              to: linkTo.oneSeries(repository, series.id, { run: build.runId }),
            },
          ]),
      ' in ',
      { text: titleBuild(build), to: linkTo.build(repository, build) },
      `${writeBy(build.author)}, ${writeTime(build.atMs)}`,
    ];
    return makeElement('li', { class: 'regressed' }, renderPhrase(phrase));
  });
}

/** On a laptop: how to measure as many commits as a change of level needs. */
function renderPast({ branch, builds, counts }: Overview): Node[] {
  const isShort = counts.commits > 0 && counts.commits < fewestLevels;
  if (!isShort || builds.every(({ report }) => report === undefined)) return [];
  return [
    makeElement(
      'p',
      {},
      `A change of level needs ${fewestLevels} commits. To measure the newest ${fewestLevels} now:`,
    ),
    makeCommand(measurePast(branch)),
  ];
}

/** Without commits of the default branch there are no levels. */
function renderFirstSteps(): Node[] {
  const words =
    'Levels and changes need measured commits of the default branch. Measure its newest one:';
  return [makeElement('p', {}, words), makeCommand('npx perigee compare HEAD~1 HEAD')];
}
