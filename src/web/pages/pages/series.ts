/// <reference lib="dom" />
import { shortenCommit } from '../../../contract/commit.ts';
import { addressOf } from '../../api/addresses.ts';
import type { Overview, RunOfSeries, Series } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { type Beside, placeByRuns } from '../charts/history-view.ts';
import { makeExplorerControls } from '../parts/explorer-controls.ts';
import { makeLink, makeName, renderPhrase } from '../parts/elements.ts';
import { makeHistoryExplorer } from '../parts/history-explorer.ts';
import { renderMoreOfSeries } from '../parts/more-of-series.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { readAnswer, type Page, requireQuery, type Visit } from '../visit.ts';
import { describePlace, titleSeries, type Phrase } from '../format/name-things.ts';
import { listRunsAt, readPlace } from '../format/read-place.ts';
import {
  findGroup,
  formatCreep,
  formatFormer,
  formatHosts,
  formatOthers,
  formatRun,
  formatSince,
  formatSteady,
} from '../format/format-series.ts';

const mostBeside = 3;
/** A reader who drags or turns the wheel zooms many times. */
const patienceMs = 150;
/** Commits that lie so close that their dots touch. */
const pixelsEach = 3;
/** Commits before the newest change that are shown in any case. */
const leadIn = 40;

export const renderSeries: Page = async (visit) => {
  const repository = requireQuery(visit, 'repository');
  const points = countPoints();
  const run = visit.query.get('run') ?? undefined;
  const read = (id: string, from: string | null, to: string | null): Promise<Series> => {
    const isPart = [from, to].every((one) => /^[0-9a-f]{7,64}$/.test(one ?? ''));
    const wish = { points, run, shown: isPart ? `${from}..${to}` : undefined };
    return readAnswer<Series>(addressOf.readSeries(repository, id, wish), visit.signal).then(
      placeByRuns,
    );
  };
  const seriesId = requireQuery(visit, 'id');
  const [first, last] = ['from', 'to'].map((name) => visit.query.get(name));
  const readPart = (id: string): Promise<Series> => read(id, first ?? null, last ?? null);
  const [whole, overview] = await Promise.all([
    readPart(seriesId),
    readAnswer<Overview>(addressOf.readOverview(repository), visit.signal),
  ]);
  let answer = whole;
  const asked = (visit.query.get('with') ?? '').split(',').filter((id) => id !== '');
  const besideIds = asked.slice(0, mostBeside);
  const others = await Promise.all(besideIds.map(readPart));
  const own = answer.runs.find(({ runId }) => runId === run);
  const { at, from, to } = findWindow(answer, visit, own, points);
  const view = {
    ...{ answer, from, to, isLogarithmic: visit.query.get('scale') === 'log' },
    beside: others.map((other) => placeBeside(other, answer)),
    run,
  };
  const readout = makeElement('div', { class: 'readout' });
  const nameAt = (place: number): string | undefined => {
    const at = answer.commits[place];
    return at && shortenCommit(at.commit);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const explorer = makeHistoryExplorer(view, at, {
    onPlace: (place, isChosen) => {
      readout.replaceChildren(...renderPlace(answer, place, repository));
      if (isChosen) visit.note({ at: nameAt(place) });
    },
    onZoom: (first, last) => {
      visit.note({ from: nameAt(first), to: nameAt(last) });
      if ([answer, ...others].every(({ allRuns }) => allRuns === undefined)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const [from, to] = [first, last].map((place) => answer.commits[place]?.commit ?? null);
        const mine = timer;
        const ids = [seriesId, ...besideIds];
        Promise.all(ids.map((id) => read(id, from ?? null, to ?? null))).then(
          ([part = answer, ...drawn]) => {
            // The reader went on.
            if (mine !== timer) return;
            answer = part;
            explorer.replace(
              part,
              drawn.map((other) => placeBeside(other, part)),
            );
          },
          // What is drawn stays, with fewer points.
          () => undefined,
        );
      }, patienceMs);
    },
  });
  const more = renderMoreOfSeries(answer, repository, own);
  return {
    repository,
    title: titleSeries(answer.series),
    isPending: answer.levels.length === 0 && overview.counts.pending > 0,
    content: [
      makeElement('h1', {}, ...makeName(titleSeries(answer.series))),
      makeElement('p', { class: 'quiet' }, describePlace(answer.series)),
      renderSeriesText(answer, overview, repository, own),
      makeExplorerControls(visit, view, others, explorer),
      explorer.element,
      readout,
      ...more.content,
    ],
    start: () => {
      explorer.start();
      more.start();
    },
  };
};

/** Since which commit, on which hosts, what else moved: in words, before any chart. */
function renderSeriesText(
  answer: Series,
  overview: Overview,
  repository: string,
  own: RunOfSeries | undefined,
): HTMLElement {
  const change = answer.changes.at(-1);
  const rows: (readonly [string, Phrase])[] = [];
  const newest = answer.levels.length === 0 ? answer.runs.at(-1) : undefined;
  if (own !== undefined) rows.push(['Where you come from', formatRun(answer, own, repository)]);
  else if (newest !== undefined) rows.push(['Newest build', formatRun(answer, newest, repository)]);
  if (change === undefined) rows.push(['Since which commit', formatSteady(answer)]);
  else {
    const group = findGroup(overview.changes, answer, change);
    rows.push(
      ['Since which commit', formatSince(answer, change, repository)],
      ['On which hosts', [formatHosts(answer, change)]],
      ['What else moved', formatOthers(group, answer, change, repository)],
    );
  }
  for (const creep of answer.creep) {
    const isTold = creep.isOver || creep.low > 0;
    if (isTold) rows.push(['Crept', [`${formatCreep(creep, answer)}.`]]);
  }
  const former = formatFormer(answer);
  if (former !== undefined) rows.push(['Another meaning before', [former]]);
  const tone = change === undefined ? '' : change.isWorse ? 'regressed' : 'improved';
  const items = rows.map(([name, phrase]) =>
    makeElement(
      'div',
      {},
      makeElement('dt', {}, name),
      makeElement('dd', {}, renderPhrase(phrase)),
    ),
  );
  return makeElement('dl', { class: `told ${tone}` }, ...items);
}

function countPoints(): number {
  return Math.max(100, Math.floor(document.documentElement.clientWidth / pixelsEach));
}

/** The place that the address names, else the newest builds: with the change, if it is not much older. */
function findWindow(
  { changes, commits }: Series,
  { query }: Visit,
  own: RunOfSeries | undefined,
  points: number,
): { at: number; from: number; to: number } {
  const last = Math.max(0, commits.length - 1);
  const find = (name: string, otherwise: number): number => {
    const asked = query.get(name) ?? '';
    if (!/^[0-9a-f]{7,64}$/.test(asked)) return otherwise;
    const place = commits.findIndex(({ commit }) => commit.startsWith(asked));
    return place < 0 ? otherwise : place;
  };
  const changed = changes.at(-1)?.range.after.commit;
  const changedAt = commits.findIndex(({ commit }) => commit === changed);
  const usual = Math.min(last - points, (changedAt < 0 ? last : changedAt) - leadIn);
  const from = find('from', Math.max(0, usual));
  const to = find('to', last);
  const at = find('at', own?.after?.place ?? last);
  return { from: Math.min(from, to), to: Math.max(from, to), at };
}

function placeBeside({ commits, levels, series }: Series, { commits: own }: Series): Beside {
  const placeOf = new Map(own.map(({ commit }, place) => [commit, place]));
  return {
    name: describePlace(series),
    levels: levels.flatMap(({ place, value }) => {
      const at = placeOf.get(commits[place]?.commit ?? '');
      return at === undefined ? [] : [{ place: at, value }];
    }),
  };
}

function renderPlace(answer: Series, place: number, repository: string): Node[] {
  const links = listRunsAt(answer, place)
    .slice(-3)
    .map((run, i, { length }) =>
      makeLink(length === 1 ? 'its build' : `build ${i + 1}`, linkTo.build(repository, run)),
    );
  return [
    makeElement('p', {}, readPlace(answer, place)),
    makeElement('p', { class: 'links' }, ...links),
  ];
}
