import { describe, expect, test } from 'vitest';
import type { SuitePlaces } from '../../../src/report/annotations/annotate-rules.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import { expectFolded } from '../../golden-sections.ts';
import { makeSeries, makeVerdict } from '../fixtures/make-verdict.ts';
import { verdicts } from '../fixtures/verdicts.ts';
import { issues } from './fixtures/issues.ts';
import {
  accepted,
  head,
  judge,
  makeFates,
  makeView,
  makeJudgedView,
} from './fixtures/make-view.ts';
import { views } from './fixtures/views.ts';
import { listIntruders } from './read-page.ts';
import type { SeriesVerdict, Verdict } from '../../../src/contract/documents.ts';
import { spanKey } from '../../../src/contract/series-key.ts';
import {
  type ExplanationOptions,
  renderExplanation,
} from '../../../src/report/pull-request/render-explanation.ts';

function explain(verdict: Verdict, rest: Omit<ExplanationOptions, 'metrics'> = {}): string {
  const series = verdict.series[0] as SeriesVerdict;
  const evidence = verdict.spans.find((span) => spanKey(span) === spanKey(series));
  return renderExplanation(series, {
    metrics: verdict.metrics,
    ...(evidence === undefined ? {} : { evidence }),
    ...rest,
  });
}

const regressed = verdicts['one-regression'];
const twice = { regressed: 2, otherwise: 0 };

const explanations: readonly (readonly [name: string, text: string])[] = [
  ['blocks', explain(regressed, { fate: { fate: 'blocks', said: twice } })],
  [
    'outgrown',
    explain(regressed, {
      fate: { fate: 'blocks', said: twice, outgrownAcceptId: 'A7' },
      accept: accepted,
    }),
  ],
  [
    'cleared',
    explain(verdicts.clean, {
      fate: { fate: 'cleared', said: { regressed: 1, otherwise: 1 }, alarm: 0.3 },
    }),
  ],
  [
    'accepted',
    explain(regressed, {
      fate: { fate: 'accepted', said: twice, acceptId: 'A7' },
      accept: accepted,
    }),
  ],
  [
    'awaits-confirmation',
    explain(regressed, {
      fate: { fate: 'awaits-confirmation', said: { regressed: 1, otherwise: 0 } },
    }),
  ],
  ['undecided', explain(verdicts.undecided)],
  ['without-baseline', explain(verdicts['first-build'])],
];

describe('compose judgement', () => {
  const several = verdicts['several-regressions-with-patterns'];

  test('what one run found worse stands beside what is red already, and nobody measures it again', () => {
    const fates = new Map([
      ...makeFates(several, 'blocks', [0]),
      ...makeFates(several, 'awaits-confirmation', [1, 2]),
    ]);
    const view = makeJudgedView('regressed', several, { fates, attempts: 2 });
    const comment = renderComment(view, { marker: 'perigee' });
    expect(comment.match(/^\| .* ❌ \|/gm)).toHaveLength(1);
    expect(comment.match(/^\| .* ⚠️ \|/gm)).toHaveLength(2);
  });

  test('that the machine was busy stands beside what is undecided, and folded with the problems elsewhere', () => {
    const verdict = verdicts['undecided-on-a-busy-machine'];
    const { problems } = verdict;
    const render = (state: ReturnType<typeof judge>): string[] =>
      renderComment(makeView(state), { marker: 'perigee' }).split(/^<details>$/m);
    const [open = ''] = render(judge('undecided', verdict));
    expect(open).toContain('> While this was measured, something waited for a CPU 96% of the time');
    const passed = { ...verdicts.clean, problems };
    const [front, ...back] = render(judge('passed', passed));
    expect(front).not.toContain('waited for a CPU');
    expect(back.join('')).toContain('- While this was measured');
  });

  test('that the machine changed stands beside the times that it left open, and folded elsewhere', () => {
    const open = [
      makeSeries({ state: 'undecided' }),
      makeSeries({ state: 'undecided', test: 'other', metric: 'disk.writes' }),
    ];
    const jumped = { code: 'machine-jumped', message: 'The machine changed within 3 pairs.' };
    const render = (series: readonly SeriesVerdict[]): string => {
      const problems = ['upload 10,000 files of 1 kB', 'other'].map((test) => ({
        ...jumped,
        test,
      }));
      const verdict = { ...makeVerdict([...series], { conclusion: 'undecided' }), problems };
      const view = makeJudgedView('undecided', verdict);
      return renderComment(view, { marker: 'perigee' }).split(/^<details>$/m)[0] ?? '';
    };
    const told = '> upload 10,000 files of 1 kB: The machine changed within 3 pairs.';
    expect(render(open)).toContain(told);
    expect(render(open)).not.toContain('other: The machine');
    const veto = { canary: 'cpu.integer', change: 0.3 };
    const vetoed = open.map((one) => ({ ...one, evidence: { ...one.evidence, veto } }));
    expect(render(vetoed)).not.toContain('The machine changed');
  });
});

describe('golden', () => {
  /** The whole comment and check for each state. After a wanted change: `PERIGEE_WRITE_GOLDEN=1 npx vitest run test/report`. */
  const folder = new URL('golden/', import.meta.url);
  const names = Object.keys(views) as (keyof typeof views)[];

  test.each(names)('the comment of %s reads as golden/states.txt has it', (name) => {
    const comment = renderComment(views[name], { marker: 'perigee' });
    expectFolded(new URL('states.txt', folder), `${name}: comment`, comment);
  });

  /** Remarks of each level, and a check without a text. */
  test.each([
    'passed-with-warnings',
    'regressed',
    'everything',
    'undecided',
    'run-failed',
  ] as const)('the check of %s reads as golden/states.txt has it', (name) => {
    const { title, annotations, summary, text = '' } = renderCheck(views[name]);
    const shown = annotations.map((one) => `${JSON.stringify(one, null, 2)}\n`);
    const check = `${title}\n\n${shown.join('')}${summary}\n${text}`;
    expectFolded(new URL('states.txt', folder), `${name}: check`, check);
  });

  test.each(names)('the check of %s says what its comment says, all but its chart', (name) => {
    const comment = renderComment(views[name], { marker: 'perigee' });
    const { title, summary, text = '' } = renderCheck(views[name]);
    const chart = /<details>\n<summary>History [^]*?<\/details>\n/;
    const [, heading = '', ...lines] = comment.replace(chart, '').split('\n');
    const said = lines.filter((line) => line !== '' && !/^<.?(?:details|summary)>/.test(line));
    expect(`${summary}\n${text}`.split('\n')).toEqual(expect.arrayContaining(said));
    expect(heading.replace(/\]\(.*?\)|[`[]/g, '').replaceAll('\u00a0', ' ')).toContain(title);
  });

  test.each(Object.entries(issues))('the issue %s reads as in golden/issues.txt', (name, view) => {
    const { title, body } = renderIssue(view, { marker: `perigee-culprit:${view.culprit.commit}` });
    expectFolded(new URL('issues.txt', folder), name, `${title}\n\n${body}`);
  });

  test.each(explanations)(
    'the series %s is explained as in golden/explanations.txt',
    (name, text) => {
      expectFolded(new URL('explanations.txt', folder), name, text);
    },
  );
});

describe('hostile', () => {
  const marker = 'perigee';
  const shown = head.slice(0, 12);
  /** What the fixtures name themselves. */
  const commits = [
    shown,
    '1a2b3c4d5e1a',
    '0f1e2d3c4b0f',
    '111111111111',
    '222222222222',
    '333333333333',
  ];
  test.each(Object.entries(views))('the page of %s holds only elements of ours', (_name, view) => {
    expect(listIntruders(renderComment(view, { marker }), { marker, commits })).toEqual([]);
  });

  test.each(Object.entries(issues))('the page of the issue %s holds only ours', (_name, view) => {
    expect(listIntruders(renderIssue(view, { marker }).body, { marker, commits })).toEqual([]);
  });

  test.each(explanations)('the page of the explanation %s holds only ours', (_name, text) => {
    expect(listIntruders(text, { marker: '', commits })).toEqual([]);
  });

  test.each([
    ['<img src=x onerror=x>', 'element'],
    ['ask @team', 'text'],
    ['see #12', 'text'],
    ['https://evil.example', 'element'],
    ['a deadbee1 c', 'text'],
    ['<!-- perigee -->', 'HTML comments'],
    ['turn \u202eround', 'unseen'],
  ])('the reader of pages finds %j where nothing guards it', (text, what) => {
    const found = listIntruders(`<!-- ${marker} -->\n\nwords: ${text}\n`, { marker, commits });
    expect(found.join()).toContain(what);
  });
});

describe('render check', () => {
  test('what blocks is a failure on the line of its threshold', () => {
    const [first] = renderCheck(views['regressed-unconfirmed'], {
      file: 'bench/perigee.yml',
    }).annotations;
    expect(first).toMatchObject({ path: 'bench/perigee.yml', line: 31, level: 'failure' });
  });

  test('a remark stands on the line to which the change moved its threshold', () => {
    const view = views['regressed-unconfirmed'];
    const lines = (places: SuitePlaces): number[] =>
      renderCheck({ ...view, places }).annotations.map(({ line }) => line);
    const moved = new Map([['perigee.yml:31', 'perigee.yml:40']]);
    expect(lines({})).toContain(31);
    expect(lines({ moved })).toEqual(lines({}).map((line) => (line === 31 ? 40 : line)));
  });

  test.each(['cleared', 'accepted'] as const)('a series that was %s has no remark', (fate) => {
    const verdict = verdicts['one-regression'];
    const state = judge('passed', verdict, { fates: makeFates(verdict, fate, [0]) });
    expect(renderCheck(makeView(state)).annotations).toEqual([]);
  });

  test('a series that the runs agree on is a failure even where the newest one could not decide', () => {
    const verdict = verdicts.undecided;
    const fates = makeFates(verdict, 'blocks', [0], { said: { regressed: 2, otherwise: 1 } });
    const check = renderCheck(makeJudgedView('regressed', verdict, { fates }));
    expect(check.annotations.map(({ level }) => level)).toContain('failure');
  });

  test('only tests that block are told beside the code', () => {
    const verdict = { ...verdicts['failed-test'], series: verdicts.clean.series };
    const told = (brokenTests: string[]): number =>
      renderCheck(makeJudgedView('regressed', verdict, { brokenTests })).annotations.length;
    expect(told(['download 10,000 files of 1 kB'])).toBe(1);
    expect(told([])).toBe(0);
  });
});
