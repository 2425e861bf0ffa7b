/// <reference lib="dom" />
import { formatChange, formatQuantity } from '../../contract/units.ts';
import { addressOf } from '../../explorer/addresses.ts';
import type { Build, SeriesOfBuild, SideOfBuild } from '../../explorer/answers.ts';
import { pageOf } from '../../explorer/page-addresses.ts';
import { makeElement, makeTable } from '../../report/page/make-element.ts';
import { makePlain } from '../../report/plain-text.ts';
import { makeFacts, makeLink, makeSearch, makeWebLink } from '../parts/elements.ts';
import { makeMore } from '../parts/more.ts';
import { nameCell } from '../parts/series-table.ts';
import { readAnswer } from '../read-answer.ts';
import { type Page, requireQuery } from '../visit.ts';
import { count, nameCommit, nameMachine, nameOrigin } from '../words/name-things.ts';
import { writeTime } from '../words/time.ts';
import { showDifference } from './compare.ts';

export const showBuild: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const key = { suite: requireQuery(visit, 'suite'), runId: requireQuery(visit, 'run') };
  const [cursor, text] = [
    visit.query.get('cursor') ?? undefined,
    visit.query.get('text') ?? undefined,
  ];
  const found = await readAnswer<Build>(
    addressOf.readBuild(repository, key, { cursor, text }),
    visit.signal,
  );
  const { build, series } = found;
  const isAlone = build.commit === build.baseline;
  const search = makeSearch(
    { id: 'text', label: 'Search', value: text ?? '', placeholder: 'test, span, annotation' },
    (value) => visit.change({ text: value, cursor: undefined }),
  );
  const columns = isAlone
    ? ['Series', 'Median', 'Repeats']
    : ['Series', 'Before', 'After', 'Change', '95%', 'Repeats'];
  return {
    repository,
    title: `Build ${build.runId}`,
    content: [
      makeElement('h1', {}, makePlain(`Build ${build.runId}`)),
      makeElement('p', { class: 'headline' }, tellBuild(found)),
      makeFacts(listFacts(found, repository)),
      makeElement('div', { class: 'fields' }, search),
      series.length === 0
        ? makeElement('p', {}, 'No series fits.')
        : makeTable(
            isAlone
              ? 'What it measured'
              : 'What it measured, the largest change for the worse first',
            columns,
            series.map((one) => showRow(one, isAlone, repository, build.runId)),
          ),
      makeMore(visit, found.next),
    ],
  };
};

function tellBuild({ build, series, total }: Build): string {
  const what = `${nameOrigin(build)}, measured ${writeTime(build.atMs)}`;
  const clear = series.filter(({ change }) => change?.isClear === true);
  const worse = clear.filter(({ change }) => change?.isWorse === true).length;
  const missing = build.isComplete ? '' : ' Shards of it are missing.';
  // Worst first: where the page ends with one that is not worse, all that are stand on it.
  const said =
    build.commit === build.baseline
      ? `${count(total, 'series', 'series')}, without a comparison.`
      : `${worse === 0 ? 'No series is' : count(worse, 'series is', 'series are')} clearly worse here than before, of ${total.toLocaleString('en-US')}. The gate may say otherwise: it weighs all series of a build together.`;
  return `${what}. ${said}${missing}`;
}

function listFacts(
  { build, machines }: Build,
  repository: string,
): (readonly [string, Node | string])[] {
  const links = Object.entries(build.links ?? {});
  const withCommas = (nodes: readonly Node[]): HTMLElement =>
    makeElement('span', {}, ...nodes.flatMap((node, i) => (i === 0 ? [node] : [', ', node])));
  const compare = pageOf.compare(repository, { before: build.baseline, after: build.commit });
  return [
    [
      'Commits',
      build.commit === build.baseline
        ? makeElement('code', {}, nameCommit(build.commit))
        : makeLink(`${nameCommit(build.baseline)} → ${nameCommit(build.commit)}`, compare),
    ],
    ...(build.author === undefined ? [] : [['Author', makePlain(build.author)] as const]),
    ['Suite', makePlain(build.suite)],
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
                `${nameMachine(one)}, ${makePlain(one.kernel)}${one.image === undefined ? '' : `, ${makePlain(one.image)}`}`,
            )
            .join('; '),
    ],
  ];
}

function showRow(
  { after, before, change, series }: SeriesOfBuild,
  isAlone: boolean,
  repository: string,
  run: string,
): (Node | string)[] {
  const show = (side: SideOfBuild | undefined): string =>
    side === undefined ? 'none' : formatQuantity(side.median, series.unit);
  const name = nameCell(series, repository, { run });
  const repeats = [before, after].map((side) => {
    const rejected = side?.outliers.length ?? 0;
    return `${side?.repeats.length ?? 0}${rejected > 0 ? ` (${rejected} ✕)` : ''}`;
  });
  if (isAlone) return [name, show(after), repeats[1] ?? ''];
  return [
    name,
    show(before),
    show(after),
    change === undefined ? '' : showDifference(change),
    change === undefined ? '' : `${formatChange(change.low)} to ${formatChange(change.high)}`,
    repeats.join(' + '),
  ];
}
