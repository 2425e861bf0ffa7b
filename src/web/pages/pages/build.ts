/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { formatQuantity } from '../../../contract/units.ts';
import { addressOf } from '../../api/addresses.ts';
import type { Build, BuildSummary, SeriesOfBuild, SideOfBuild } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { renderConclusion } from '../parts/build-table.ts';
import { confidence, renderDifferences } from '../parts/difference-tables.ts';
import {
  makeFacts,
  makeLink,
  makeMore,
  makeName,
  makeSearch,
  makeWebLink,
} from '../parts/elements.ts';
import type { Dot } from '../parts/interval.ts';
import { nameCell } from '../parts/series-table.ts';
import { readAnswer, type Page, requireQuery } from '../visit.ts';
import {
  nameCommit,
  nameMachine,
  nameOrigin,
  titleBuild,
  writeTime,
} from '../format/name-things.ts';
import { listOnGithub, formatCheck } from '../format/format-check.ts';

export const renderBuild: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const key = { suite: requireQuery(visit, 'suite'), runId: requireQuery(visit, 'run') };
  const [cursor, text] = [
    visit.query.get('cursor') ?? undefined,
    visit.query.get('text') ?? undefined,
  ];
  const found = await readAnswer<Build>(
    addressOf.readBuild(repository, key, { cursor, text, limit: 500 }),
    visit.signal,
  );
  const { build } = found;
  const search = makeSearch(
    { id: 'text', label: 'Search', value: text ?? '', placeholder: 'test, span, annotation' },
    (value) => visit.change({ text: value, cursor: undefined }),
  );
  return {
    repository,
    title: titleBuild(build),
    content: [
      makeElement('h1', {}, ...makeName(titleBuild(build))),
      renderHeadline(found),
      makeFacts(listFacts(found, repository)),
      makeElement('div', { class: 'fields' }, search),
      ...renderMeasured(found, repository),
      makeMore(visit, found.next),
    ],
  };
};

/** The verdict as the gate gave it, and what the repeats of the build alone say. */
function renderHeadline({ build, series, total }: Build): HTMLElement {
  const clear = series.filter(({ change }) => change?.isClear === true);
  const worse = clear.filter(({ change }) => change?.isWorse === true).length;
  const missing = build.isComplete ? '' : ' Shards of it are missing.';
  // Worst first: where the page ends with one that is not worse, all that are stand on it.
  const counted =
    build.commit === build.baseline
      ? `${countThings(total, 'series')}, without a comparison.`
      : `${worse === 0 ? 'No series is' : countThings(worse, 'series is', 'series are')} clearly worse here than before, of ${total.toLocaleString('en-US')}, by its own repeats alone.`;
  const verdict =
    build.conclusion === undefined
      ? []
      : [
          renderConclusion(build),
          ' says the gate, which weighs all series of a build together',
          ...nameReason(build),
          '. ',
        ];
  return makeElement('p', { class: 'headline' }, ...verdict, `${counted}${missing}`);
}

/** Of a run of a laptop that came to no verdict: its report alone has the reason. */
function nameReason({ check, conclusion, report, runId }: BuildSummary): (Node | string)[] {
  if (conclusion === 'passed' || conclusion === 'regressed' || check !== undefined) return [];
  if (report !== undefined) {
    return ['; ', makeElement('a', { href: report, target: '_blank' }, 'its report'), ' says why'];
  }
  const command = makeElement('code', {}, makePlain(`perigee report ${runId}`));
  return ['; ', command, ' says why, where it was measured'];
}

function listFacts(
  { build, machines, previous }: Build,
  repository: string,
): (readonly [string, Node | string])[] {
  const links = Object.entries(build.links ?? {});
  const withCommas = (nodes: readonly Node[]): HTMLElement =>
    makeElement('span', {}, ...nodes.flatMap((node, i) => (i === 0 ? [node] : [', ', node])));
  const onGithub = listOnGithub(build, repository).map(([name, url]) => makeWebLink(name, url));
  const compare = linkTo.compare(repository, { before: build.baseline, after: build.commit });
  const report = makeElement('a', { href: build.report ?? '', target: '_blank' }, 'Report');
  const folder = ` of the verdict; logs are in .perigee/runs/${build.runId}`;
  return [
    ...(build.check === undefined ? [] : [['Check', formatCheck(build.check)] as const]),
    ...(onGithub.length === 0 ? [] : [['On GitHub', withCommas(onGithub)] as const]),
    ...(build.report === undefined
      ? []
      : [['Report', makeElement('span', {}, report, makePlain(folder))] as const]),
    ...(build.isUncommitted === true
      ? [['Of', 'uncommitted work: the commit is a snapshot of it'] as const]
      : []),
    [
      'Commits',
      build.commit === build.baseline
        ? makeElement('code', {}, nameCommit(build.commit))
        : makeLink(`${nameCommit(build.baseline)} → ${nameCommit(build.commit)}`, compare),
    ],
    ...(build.author === undefined ? [] : [['Author', makePlain(build.author)] as const]),
    [
      'Measured',
      `${writeTime(build.atMs)}${build.durationMs === undefined ? '' : `, in ${formatQuantity(1e6 * build.durationMs, 'ns')}`}, of ${nameOrigin(build)}, as build ${makePlain(build.runId)} of suite ${makePlain(build.suite)}`,
    ],
    ...(previous === undefined ? [] : listSince(build, previous, repository)),
    ...(links.length === 0
      ? []
      : [
          [
            'Logs and links',
            withCommas(links.map(([name, url]) => makeWebLink(name, url))),
          ] as const,
        ]),
    ...(build.importedFrom === undefined
      ? []
      : [['Imported from', makePlain(build.importedFrom)] as const]),
    [
      'Hosts',
      machines.length === 0
        ? 'unknown: no canary ran'
        : machines
            .map(
              (one) =>
                `${nameMachine(one)}, kernel ${makePlain(one.kernel)}${[one.image, one.toolchain ?? (one.node && `Node ${one.node}`)].map((fact) => (fact === undefined ? '' : `, ${makePlain(fact)}`)).join('')}`,
            )
            .join('; '),
    ],
  ];
}

type Previous = NonNullable<Build['previous']>;

/** Changes since the build before, beside the code: only facts that both builds have. */
function listSince(
  build: Build['build'],
  { build: before, environment }: Previous,
  repository: string,
): (readonly [string, Node | string])[] {
  const sides = { before: before.commit, after: build.commit };
  const changed = environment.map(({ fact, from, to }) => `${fact} ${from} → ${to}`);
  return [
    [
      'Build before it',
      makeElement(
        'span',
        {},
        makeLink(titleBuild(before), linkTo.build(repository, before)),
        `, ${writeTime(before.atMs)} `,
        ...(sides.before === sides.after
          ? ['of the same commit']
          : ['(', makeLink('compare with it', linkTo.compare(repository, sides)), ')']),
      ),
    ],
    ...(changed.length === 0
      ? []
      : [['Environment', makePlain(`changed: ${changed.join('; ')}`)] as const]),
  ];
}

function renderMeasured({ build, series }: Build, repository: string): Node[] {
  if (series.length === 0) return [makeElement('p', {}, 'No series fits.')];
  const name = (one: SeriesOfBuild): HTMLElement =>
    nameCell(one.series, repository, { run: build.runId });
  if (build.commit === build.baseline) {
    const rows = series.map((one) => [
      name(one),
      formatLevel(one.after, one.series),
      countRepeats(one.after),
    ]);
    return [makeTable('What it measured', ['Series', 'Median', 'Repeats'], rows)];
  }
  const rows = series.map((one) => ({
    difference: one.change,
    isFromZero: one.before?.level === 0,
    name: name(one),
    levels: [one.before, one.after].map((side) => formatLevel(side, one.series)),
    rest: [[one.before, one.after].map(countRepeats).join(' + ')],
    dots: listDots(one),
  }));
  return [
    makeElement(
      'p',
      { class: 'quiet' },
      `Dots are repeats, grey before and blue after; the line between them is the ${confidence} interval of the change. Before, after and the change follow the rule of the verdict; where one side has no repeat, the median of the other.`,
    ),
    ...renderDifferences(rows, [['Before', 'After'], ['Repeats']]),
  ];
}

function listDots({ after, before }: SeriesOfBuild): Dot[] {
  const base = before?.level ?? 0;
  if (before === undefined || after === undefined || base <= 0) return [];
  return (['before', 'after'] as const).flatMap((side) => {
    const { outliers, repeats } = side === 'before' ? before : after;
    const kept = repeats.filter((_, i) => !outliers.includes(i));
    return kept.map((value) => ({ side, share: value / base - 1 }));
  });
}

/** Numbers that fit the change beside them. */
function formatLevel(side: SideOfBuild | undefined, { unit }: SeriesOfBuild['series']): string {
  return side === undefined ? 'none' : formatQuantity(side.level ?? side.median, unit);
}

function countRepeats(side: SideOfBuild | undefined): string {
  const rejected = side?.outliers.length ?? 0;
  return `${side?.repeats.length ?? 0}${rejected > 0 ? ` (${rejected} ✕)` : ''}`;
}
