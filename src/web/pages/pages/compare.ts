/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { listLeads } from '../../../contract/series-key.ts';
import { addressOf } from '../../api/addresses.ts';
import type { BuildSummary, ComparedCommit, Comparison } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { findBuilds, makePicker } from '../parts/commit-picker.ts';
import { renderDifferences } from '../parts/difference-tables.ts';
import { makeFacts, makeLink, makeMore } from '../parts/elements.ts';
import { makeSeriesFilters } from '../parts/series-filters.ts';
import { nameCell } from '../parts/series-table.ts';
import { readAnswer, type Page, requireQuery, type Visit } from '../visit.ts';
import {
  nameCommit,
  titleOnPlatform,
  writeBy,
  writeChange,
  writeDay,
  writeLevel,
} from '../format/name-things.ts';

const filters = ['text', 'metric', 'platform', 'test', 'cursor'] as const;

export const renderComparison: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const { query, signal } = visit;
  const [before, after] = [query.get('before') ?? '', query.get('after') ?? ''];
  const builds = await findBuilds(repository, '', signal);
  const form = makeForm(visit, { before, after }, { builds, repository });
  const head = [makeElement('h1', {}, 'Compare two commits'), form];
  if (before === '' || after === '') {
    return { repository, title: 'Compare', content: [...head, ...suggest(builds, repository)] };
  }
  const asked = Object.fromEntries(
    filters.map((name) => [name, query.get(name) || undefined] as const),
  );
  const found = await readAnswer<Comparison>(
    addressOf.compareCommits(repository, { before, after, ...asked, limit: 500 }),
    signal,
  );
  const rows = found.series.map(({ after: last, before: first, difference, series }) => ({
    difference,
    isFromZero: first.value === 0,
    name: nameCell(series, repository, { at: found.after.commit }),
    levels: [writeLevel(first, series), writeLevel(last, series)],
    rest: [],
  }));
  const stays = { before: found.before.commit, after: found.after.commit };
  const isMoving = before !== stays.before || after !== stays.after;
  return {
    repository,
    title: `${nameCommit(found.before.commit)} to ${nameCommit(found.after.commit)}`,
    content: [
      ...head,
      makeElement(
        'p',
        { class: 'headline', role: 'status' },
        `Of ${countThings(found.total, 'series')} measured at both, ${found.worse} became worse${nameWorst(found)} and ${found.better} better.`,
        found.unmatched > 0
          ? ` ${countThings(found.unmatched, 'series')} are in one of them only.`
          : '',
      ),
      makeFacts([
        ['Before', renderCommit(found.before, repository)],
        ['After', renderCommit(found.after, repository)],
        ...(isMoving
          ? [
              [
                'Link that stays',
                makeLink(
                  `${nameCommit(stays.before)} to ${nameCommit(stays.after)}`,
                  linkTo.compare(repository, stays),
                ),
              ] as const,
            ]
          : []),
      ]),
      makeSeriesFilters(visit, found.series),
      ...renderDifferences(rows, [['Before', 'After'], []]),
      makeMore(visit, found.next),
    ],
  };
};

/** `, led by Latency of upload (+24.9%),`; empty where nothing did. */
function nameWorst({ series, worse }: Comparison): string {
  const clear = series.filter(({ difference }) => difference.isClear && difference.isWorse);
  const first = listLeads(clear.map((one) => ({ ...one.series, one })))[0]?.one;
  if (first === undefined) return '';
  const lead = worse === 1 ? ', ' : ', led by ';
  return `${lead}${titleOnPlatform(first.series)} (${writeChange(first.difference.value, first.before.value === 0)}),`;
}

function renderCommit(
  { asked, atMs, author, builds, commit, subject }: ComparedCommit,
  repository: string,
): HTMLElement {
  // Of a commit without a build that no git dates, only its place is known.
  const isGuess = builds.length === 0 && author === undefined && subject === undefined;
  const name = asked === commit || commit.startsWith(asked) ? '' : `${asked}: `;
  const parts: (Node | string)[] = [
    makePlain(
      `${name}${subject === undefined ? '' : `${subject}, `}${nameCommit(commit)}${writeBy(author)}${isGuess ? '' : `, ${writeDay(atMs)}`}; `,
    ),
    builds.length === 0 ? 'measured only as the commit before others' : '',
  ];
  builds.slice(0, 5).forEach((build, i) => {
    const text = builds.length === 1 ? 'its build' : `build ${i + 1}`;
    parts.push(i > 0 ? ', ' : '', makeLink(text, linkTo.build(repository, build)));
  });
  return makeElement('span', {}, ...parts);
}

interface Sides {
  before: string;
  after: string;
}

function makeForm(
  visit: Visit,
  { after, before }: Sides,
  { builds, repository }: { builds: readonly BuildSummary[]; repository: string },
): HTMLElement {
  const [from, to] = [
    { id: 'before', text: 'Before', value: before },
    { id: 'after', text: 'After', value: after },
  ].map((one) => makePicker({ repository, signal: visit.signal }, { ...one, builds }));
  const button = makeElement('button', { id: 'compare' }, 'Compare');
  const form = makeElement('form', { class: 'fields' }, from?.label ?? '', to?.label ?? '', button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    visit.change({
      before: from?.input.value.trim(),
      after: to?.input.value.trim(),
      cursor: undefined,
    });
  });
  return form;
}

/** The most frequent comparison: the newest commit with some before it. */
function suggest(builds: readonly BuildSummary[], repository: string): Node[] {
  const commits = [
    ...new Set(
      builds.flatMap(({ branchKind, commit }) => (branchKind === 'default' ? [commit] : [])),
    ),
  ];
  const items = [1, 10, 40].flatMap((back) => {
    const [after, before] = [commits[0], commits[back]];
    if (after === undefined || before === undefined) return [];
    const text = `The newest commit with ${back === 1 ? 'the one before it' : `the one ${back} commits before it`}`;
    return [makeElement('li', {}, makeLink(text, linkTo.compare(repository, { before, after })))];
  });
  return items.length === 0 ? [] : [makeElement('ul', { class: 'plain' }, ...items)];
}
