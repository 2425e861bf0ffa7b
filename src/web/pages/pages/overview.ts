/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { formatChange } from '../../../contract/units.ts';
import { addressOf } from '../../api/addresses.ts';
import type { Alerts, ChangeGroup, Gate, Overview } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listAlerts } from '../parts/alert-list.ts';
import { tabulateBuilds } from '../parts/build-table.ts';
import { makeLink, makeSection, makeTag, renderPhrase } from '../parts/elements.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';
import { describePlace, nameCommit, titleSeries, writeDay } from '../format/name-things.ts';

const shownInGroup = 5;

export const renderOverview: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const [found, gate, alerts] = await Promise.all([
    readAnswer<Overview>(addressOf.readOverview(repository), visit.signal),
    readAnswer<Gate>(addressOf.readGate(repository), visit.signal),
    readAnswer<Alerts>(addressOf.listAlerts(repository, { limit: 10 }), visit.signal),
  ]);
  const { branch, builds, changes, counts, state } = found;
  const [worse, better] = [true, false].map((isWorse) =>
    changes.filter((group) => group.isWorse === isWorse),
  );
  const isPending = counts.pending > 0;
  const list = (groups: readonly ChangeGroup[] = []): Node[] =>
    listGroups(groups, repository, isPending);
  const listState = (): Node[] => [
    // Zeros would say that all is well.
    ...(counts.pending === counts.series ? [] : [renderState(state, repository)]),
    makeSection('worse', 'Newest regressions', ...list(worse)),
    makeSection('better', 'Newest improvements', ...list(better)),
  ];
  return {
    repository,
    title: repository,
    isPending,
    content: [
      makeElement('h1', {}, makePlain(repository)),
      makeElement(
        'p',
        { class: 'headline' },
        counts.commits === 0
          ? `${countThings(counts.series, 'series')} in ${countThings(counts.builds, 'build')}, none of the default branch.`
          : `${countThings(counts.series, 'series')} over ${countThings(counts.commits, 'commit')} of ${makePlain(branch ?? 'the default branch')}.`,
        isPending && counts.commits > 0
          ? ` Perigee still computes ${counts.pending.toLocaleString('en-US')} of them: what stands below is not complete.`
          : '',
      ),
      ...renderGate(gate, repository),
      ...listAlerts(alerts, repository),
      ...(counts.commits === 0 ? [] : listState()),
      makeSection(
        'builds',
        'Newest builds',
        tabulateBuilds('The newest builds', repository, builds),
      ),
    ],
  };
};

/** How the gate stands, in one line; nothing where no bot keeps its record. */
function renderGate({ alarms, record }: Gate, repository: string): Node[] {
  if (record === undefined) return [];
  const { days, judged, red } = record;
  const wrong =
    alarms.length === 0 ? '' : `; ${countThings(alarms.length, 'alarm')} about the gate itself`;
  const words = `${countThings(judged, 'commit')} judged in ${countThings(days, 'day')}, ${red} red${wrong}`;
  return [renderPhrase([{ text: 'The gate', to: linkTo.gate(repository) }, `: ${words}.`])];
}

function renderState(state: Overview['state'], repository: string): HTMLElement {
  const entries = [
    [
      'worse',
      state.worse,
      'became worse',
      'regressed',
      linkTo.series(repository, { changed: 'worse', order: 'change' }),
    ],
    ['over', state.overBudget, 'over budget', 'undecided', linkTo.budgets(repository)],
    [
      'improved',
      state.better,
      'became better',
      'improved',
      linkTo.series(repository, { changed: 'better', order: 'change' }),
    ],
    ['steady', state.steady, 'steady', 'calm', linkTo.series(repository)],
    ['short', state.short, 'too short to say', 'calm', linkTo.series(repository)],
  ] as const;
  const items = entries.map(([, number, text, tone, to]) => {
    const link = makeElement(
      'a',
      { href: to, class: tone },
      makeElement('b', {}, number.toLocaleString('en-US')),
      ` ${text}`,
    );
    return makeElement('li', {}, link);
  });
  return makeElement('ul', { class: 'state-counts', 'aria-label': 'Series by state' }, ...items);
}

function listGroups(
  groups: readonly ChangeGroup[],
  repository: string,
  isPending: boolean,
): Node[] {
  const none = isPending ? 'Still being computed.' : 'None.';
  if (groups.length === 0) return [makeElement('p', { class: 'quiet' }, none)];
  const items = groups.map((group) => renderGroup(group, repository));
  return [makeElement('ol', { class: 'groups' }, ...items)];
}

function renderGroup(group: ChangeGroup, repository: string): HTMLElement {
  const { author, build, count: many, isWorse, largest, range } = group;
  const [first] = largest;
  const compare = linkTo.compare(repository, {
    before: range.after.commit,
    after: range.upTo.commit,
  });
  const commits =
    author === undefined && build === undefined
      ? `${nameCommit(range.after.commit)}..${nameCommit(range.upTo.commit)}`
      : nameCommit(range.upTo.commit);
  const sizes = largest.map(({ change }) => change);
  const size =
    many === 1 || first === undefined
      ? formatChange(first?.change ?? 0)
      : `${formatChange(Math.min(...sizes))} to ${formatChange(Math.max(...sizes))}`;
  const rows = largest
    .slice(0, shownInGroup)
    .map(({ change, series }) =>
      makeElement(
        'li',
        {},
        makeElement(
          'b',
          { class: `change ${isWorse ? 'regressed' : 'improved'}` },
          formatChange(change),
        ),
        ' ',
        makeLink(titleSeries(series), linkTo.oneSeries(repository, series.id)),
        ' ',
        makeElement('span', { class: 'quiet' }, describePlace(series)),
      ),
    );
  const rest = many - rows.length;
  if (rest > 0) rows.push(makeElement('li', {}, makeLink(`and ${rest} more`, compare)));
  return makeElement(
    'li',
    {},
    makeElement(
      'p',
      { class: 'group-head' },
      makeTag(`${many} ${isWorse ? 'worse' : 'better'}`, isWorse ? 'regressed' : 'improved'),
      ` ${size} since `,
      makeLink(commits, compare),
      makePlain(`${author === undefined ? '' : ` by ${author}`}, `),
      makeElement('span', { class: 'whole' }, writeDay(range.upTo.atMs)),
    ),
    makeElement('ul', { class: 'plain' }, ...rows),
  );
}
