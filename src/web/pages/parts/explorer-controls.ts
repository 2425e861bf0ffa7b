/// <reference lib="dom" />
import { namePlatform } from '../../../contract/platforms.ts';
import { listAnnotations, annotationKey } from '../../../contract/series-key.ts';
import type { Series, Sibling } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listAxisMarks } from '../charts/axis-marks.ts';
import type { HistoryView } from '../charts/history-view.ts';
import type { Visit } from '../visit.ts';
import { describePlace } from '../format/name-things.ts';
import { makeToggle } from './elements.ts';
import type { HistoryExplorer } from './history-explorer.ts';

/** Commits on each side of a change that "around the change" shows. */
const around = 30;
const mostSiblings = 12;

/** Which commits, which scale, what beside it: all of it stands in the address. */
export function makeExplorerControls(
  visit: Visit,
  { answer, isLogarithmic, run }: HistoryView,
  others: readonly Series[],
  explorer: HistoryExplorer,
): HTMLElement {
  const last = Math.max(0, answer.commits.length - 1);
  const change = answer.changes.at(-1);
  const ranges: [string, number, number][] = [
    ['All', 0, last],
    ['Newest 100', last - 99, last],
    ['Newest 30', last - 29, last],
  ];
  if (change !== undefined) {
    const at = answer.commits.findIndex(({ commit }) => commit === change.commit);
    ranges.push(['Around the change', Math.max(0, at - around), Math.min(last, at + around)]);
  }
  const zooms = ranges.map(([text, from, to]) => {
    const button = makeElement('button', { type: 'button' }, text);
    button.addEventListener('click', () => explorer.zoom(Math.max(0, from), to));
    return button;
  });
  const log = makeToggle('log', 'Log scale', isLogarithmic, () =>
    visit.change({ scale: isLogarithmic ? undefined : 'log' }),
  );
  const chosen = others.map(({ series }) => series.id);
  const siblings = orderSiblings(answer)
    .slice(0, mostSiblings)
    .map((sibling) => {
      const isOn = chosen.includes(sibling.id);
      const kept = isOn
        ? chosen.filter((id) => id !== sibling.id)
        : [...chosen, sibling.id].slice(-3);
      const name = nameSibling(sibling, answer);
      return makeToggle(`with-${sibling.id}`, makePlain(name), isOn, () =>
        visit.change({ with: kept.join(',') }),
      );
    });
  return makeElement(
    'div',
    { class: 'controls' },
    makeElement(
      'div',
      { class: 'states', role: 'group', 'aria-label': 'Commits that the chart shows' },
      ...zooms,
      log,
    ),
    siblings.length === 0
      ? ''
      : makeElement(
          'div',
          { class: 'states beside', role: 'group', 'aria-label': 'Draw beside it' },
          makeElement('span', { class: 'quiet' }, 'Beside it:'),
          ...siblings,
        ),
    makeLegend(answer, others, run),
  );
}

/** Those on other platforms first, then those of its own platform that differ in an annotation. */
function orderSiblings({ series, siblings }: Series): Series['siblings'] {
  const own = annotationKey(series.annotations);
  const [platforms, rest] = [true, false].map((isSame) =>
    siblings.filter(({ annotations }) => (annotationKey(annotations) === own) === isSame),
  );
  const sliced = (rest ?? []).filter(({ platform }) => platform === series.platform);
  return [...(platforms ?? []), ...sliced.sort(compareAnnotations)];
}

function compareAnnotations({ annotations: a }: Sibling, { annotations: b }: Sibling): number {
  const key = Object.keys(a).find((one) => a[one] !== b[one]);
  const [first, second] = key === undefined ? [0, 0] : [a[key], b[key]];
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  return String(first) < String(second) ? -1 : 1;
}

function nameSibling({ annotations, platform }: Sibling, { series }: Series): string {
  return platform === series.platform
    ? listAnnotations(annotations).join(', ')
    : namePlatform(platform);
}

/** Only what this chart shows. */
function makeLegend(
  answer: Series,
  others: readonly Series[],
  run: string | undefined,
): HTMLElement {
  const { changes, levels, runs } = answer;
  const entries: [boolean, string, string][] = [
    [levels.length > 0, 'level', 'level'],
    [levels.length > 0, 'band', 'its 95% interval'],
    [true, 'dot before', levels.length > 0 ? 'repeat' : 'repeat before'],
    [levels.length === 0, 'dot after', 'repeat after'],
    [
      runs.some(
        ({ after, before }) => (after?.outliers.length ?? 0) + (before?.outliers.length ?? 0) > 0,
      ),
      'cross',
      'rejected outlier',
    ],
    [runs.some(({ isMachineOdd }) => isMachineOdd), 'triangle', 'a machine that was off'],
    [
      runs.some(({ runId }) => runId === run),
      levels.length > 0 ? 'diamond own' : 'diamond either',
      'where you come from',
    ],
    [changes.length > 0, 'limit', 'change of the level'],
    [listAxisMarks(answer).length > 0, 'mark', 'release or alert'],
    ...others.map(({ series }, i): [boolean, string, string] => [
      true,
      `beside-${i}`,
      describePlace(series),
    ]),
  ];
  const items = entries
    .filter(([shown]) => shown)
    .map(([, kind, text]) =>
      makeElement('li', {}, makeElement('i', { class: kind, 'aria-hidden': 'true' }), text),
    );
  return makeElement('ul', { class: 'legend' }, ...items);
}
