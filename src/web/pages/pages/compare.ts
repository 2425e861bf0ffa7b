/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { addressOf } from '../../api/addresses.ts';
import type { BuildPage, ComparedCommit, Comparison } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { renderDifferences } from '../parts/difference-tables.ts';
import { makeFacts, makeLink, makeSearch, makeMore } from '../parts/elements.ts';
import { nameCell } from '../parts/series-table.ts';
import { readAnswer, type Page, requireQuery, type Visit } from '../visit.ts';
import { nameCommit, writeLevel, writeDay } from '../format/name-things.ts';

export const renderComparison: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const { query, signal } = visit;
  const [before, after] = [query.get('before') ?? '', query.get('after') ?? ''];
  const form = makeForm(visit, before, after);
  const head = [
    makeElement('h1', {}, 'Compare two commits'),
    form,
    await suggest(repository, signal),
  ];
  if (before === '' || after === '') return { repository, title: 'Compare', content: head };
  const [cursor, text] = [query.get('cursor') ?? undefined, query.get('text') ?? undefined];
  const found = await readAnswer<Comparison>(
    addressOf.compareCommits(repository, { before, after, cursor, text, limit: 500 }),
    signal,
  );
  const rows = found.series.map(({ after: last, before: first, difference, series }) => ({
    difference,
    name: nameCell(series, repository, { at: found.after.commit }),
    levels: [writeLevel(first, series), writeLevel(last, series)],
    rest: [],
  }));
  const search = makeSearch(
    { id: 'text', label: 'Search', value: text ?? '', placeholder: 'test, span, annotation' },
    (value) => visit.change({ text: value, cursor: undefined }),
  );
  return {
    repository,
    title: `${nameCommit(found.before.commit)} to ${nameCommit(found.after.commit)}`,
    content: [
      ...head,
      makeElement(
        'p',
        { class: 'headline', role: 'status' },
        `Of ${countThings(found.total, 'series')} measured at both, ${found.worse} became worse and ${found.better} better.`,
        found.unmatched > 0
          ? ` ${countThings(found.unmatched, 'series')} are in one of them only.`
          : '',
      ),
      makeFacts([
        ['Before', renderCommit(found.before, repository)],
        ['After', renderCommit(found.after, repository)],
      ]),
      makeElement('div', { class: 'fields' }, search),
      ...renderDifferences(rows, [['Before', 'After'], []]),
      makeMore(visit, found.next),
    ],
  };
};

function renderCommit(
  { asked, atMs, author, builds, commit }: ComparedCommit,
  repository: string,
): HTMLElement {
  const name = asked === commit || commit.startsWith(asked) ? '' : `${asked}: `;
  const by = author === undefined ? '' : ` by ${author}`;
  const parts: (Node | string)[] = [
    makePlain(`${name}${nameCommit(commit)}${by}, ${writeDay(atMs)}; `),
    builds.length === 0 ? 'measured only as the commit before others' : 'builds: ',
  ];
  builds.slice(0, 5).forEach((build, i) => {
    if (i > 0) parts.push(', ');
    parts.push(makeLink(build.runId, linkTo.build(repository, build)));
  });
  return makeElement('span', {}, ...parts);
}

function makeForm(visit: Visit, before: string, after: string): HTMLElement {
  const field = (id: string, label: string, value: string) => {
    const input = makeElement('input', {
      id,
      value,
      autocomplete: 'off',
      list: 'commits',
      placeholder: 'commit or branch',
    });
    return [makeElement('label', {}, label, input), input] as const;
  };
  const [beforeLabel, beforeInput] = field('before', 'Before', before);
  const [afterLabel, afterInput] = field('after', 'After', after);
  const button = makeElement('button', { id: 'compare' }, 'Compare');
  const form = makeElement('form', { class: 'fields' }, beforeLabel, afterLabel, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    visit.change({
      before: beforeInput.value.trim(),
      after: afterInput.value.trim(),
      cursor: undefined,
    });
  });
  return form;
}

/** Releases first, then the newest commits of the default branch: to choose from while typing. */
async function suggest(repository: string, signal: AbortSignal): Promise<HTMLElement> {
  const [releases, newest] = await Promise.all(
    (['release', 'default'] as const).map((branchKind) =>
      readAnswer<BuildPage>(addressOf.listBuilds(repository, { branchKind, limit: 50 }), signal),
    ),
  );
  const branches = new Set(
    (releases?.builds ?? []).flatMap(({ branch }) => (branch === undefined ? [] : [branch])),
  );
  const list = makeElement('datalist', { id: 'commits' });
  for (const branch of branches) list.append(makeElement('option', { value: makePlain(branch) }));
  for (const { atMs, author, commit } of newest?.builds ?? []) {
    list.append(
      makeElement('option', { value: commit }, makePlain(`${writeDay(atMs)} ${author ?? ''}`)),
    );
  }
  return list;
}
