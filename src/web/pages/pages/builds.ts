/// <reference lib="dom" />
import { addressOf } from '../../api/addresses.ts';
import type { BuildPage } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { tabulateBuilds } from '../parts/build-table.ts';
import { makeSearch, makeSelect, makeMore } from '../parts/elements.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';

const kinds = [
  ['', 'all'],
  ['default', 'default branch'],
  ['pull-request', 'pull requests'],
  ['merge-queue', 'merge queue'],
  ['release', 'releases'],
  ['other', 'others'],
] as const;

export const renderBuilds: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const { query, signal } = visit;
  const get = (name: string): string => query.get(name) ?? '';
  const found = await readAnswer<BuildPage>(
    addressOf.listBuilds(repository, {
      branchKind: get('branchKind') || undefined,
      pullRequest: /^\d+$/.test(get('pullRequest')) ? get('pullRequest') : undefined,
      commit: /^[0-9a-f]{7,64}$/.test(get('commit')) ? get('commit') : undefined,
      cursor: get('cursor') || undefined,
    }),
    signal,
  );
  const fields = [
    makeSelect(
      { id: 'kind', label: 'Branch', value: get('branchKind'), options: kinds },
      (branchKind) => visit.change({ branchKind, cursor: undefined }),
    ),
    makeSearch(
      { id: 'pull', label: 'Pull request', value: get('pullRequest'), placeholder: 'number' },
      (pullRequest) => visit.change({ pullRequest, cursor: undefined }),
    ),
    makeSearch(
      { id: 'commit', label: 'Commit', value: get('commit'), placeholder: 'at least seven digits' },
      (commit) => visit.change({ commit, cursor: undefined }),
    ),
  ];
  return {
    repository,
    title: 'Builds',
    content: [
      makeElement('h1', {}, 'Builds'),
      makeElement('div', { class: 'fields' }, ...fields),
      found.builds.length === 0
        ? makeElement('p', {}, 'No build fits.')
        : tabulateBuilds('Builds, newest first', repository, found.builds),
      makeMore(visit, found.next),
    ],
  };
};
