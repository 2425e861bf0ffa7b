/** A CI reads JUnit's XML with a parser of its own: Python's says here what stands in it. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { renderJunit } from '../../src/report/render-junit.ts';
import { explainHash } from './fixtures/explained.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts, type VerdictName } from './fixtures/verdicts.ts';

interface Case {
  name: string;
  seconds: string | null;
  ended: string;
  message: string;
  lines: number;
}

const reader = `
import json, sys, xml.etree.ElementTree as xml
def read(text):
  root = xml.fromstring(text)
  cases = []
  for case in root.iter("testcase"):
    end = next((one for one in case if one.tag != "system-out"), None)
    shown = "".join(one.text or "" for one in case)
    cases.append({"name": case.get("name"), "seconds": case.get("time"), "ended": "passed" if end is None else end.tag + " " + end.get("type"),
      "message": "" if end is None else end.get("message"), "lines": shown.count("\\n")})
  for kind in ("failure", "error", "skipped"):
    assert int(root.get(kind + "s" if kind != "skipped" else kind)) == sum(case["ended"].startswith(kind) for case in cases)
  assert int(root.get("tests")) == len(cases)
  return cases
json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
`;

function readXml(texts: readonly string[]): Case[][] {
  const { stdout, stderr } = spawnSync('python3', ['-c', reader], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Case[][];
}

test('every verdict is well-formed, whatever its names, and its first case or one of its tests ends as the verdict does', () => {
  const names = Object.keys(verdicts) as VerdictName[];
  const read = readXml(names.map((name) => renderJunit(verdicts[name])));
  const ends = {
    passed: 'passed',
    regressed: 'failure regressed',
    undecided: 'skipped undecided',
    incomplete: 'error incomplete',
    'nothing-measured': 'error nothing-measured',
  };
  for (const [at, name] of names.entries()) {
    const { conclusion, tests } = verdicts[name];
    const [first, ...rest] = read[at] ?? [];
    const isTold = rest.some(({ ended }) => ended.startsWith('failure'));
    const ended = isTold ? `skipped ${conclusion}` : ends[conclusion];
    expect(first, name).toMatchObject({ name: 'verdict', ended });
    expect(rest.length, name).toBe(tests.length);
  }
});

test('a test fails by a regression or by itself, and one that waits for a verdict or was left out is skipped', () => {
  const tally = { passed: 5, failed: 0, timedOut: 0, interrupted: 0 };
  const none = { ...tally, passed: 0 };
  const whole = makeSeries({ test: 'slow', span: 'whole test', state: 'regressed' });
  const verdict = makeVerdict(
    [whole, makeSeries({ test: 'open', state: 'undecided' }), makeSeries({ test: 'fine' })],
    {
      conclusion: 'regressed',
      explanations: explainHash('slow'),
      tests: [
        { name: 'slow', before: tally, after: tally },
        { name: 'broken', before: tally, after: { ...none, failed: 5 } },
        { name: 'open', before: tally, after: tally },
        { name: 'fine', before: tally, after: tally },
        { name: 'left out', before: none, after: none, inputs: { state: 'same', by: ['strace'] } },
      ],
    },
  );
  const [[, ...cases] = []] = readXml([renderJunit(verdict)]);
  expect(cases.map(({ ended, name }) => `${name}: ${ended}`)).toEqual([
    'slow: failure regressed',
    'broken: failure failed',
    'open: skipped undecided',
    'fine: passed',
    'left out: skipped left-out',
  ]);
  expect(cases[0]?.message).toMatch(
    /^slow › whole test num_files=10000 operation=upload takes [\d.]+% longer: .*\. Where: hashText \(src.*more/,
  );
  expect(Number(cases[0]?.seconds)).toBeCloseTo((whole.after.location ?? 0) / 1e9, 5);
  expect(cases[3]).toMatchObject({ lines: 0, seconds: null });
});

test('what did not make a test fail is named so among the lines of its failure', () => {
  const of = (span: string, more: Partial<Parameters<typeof makeSeries>[0]>) =>
    makeSeries({ span, ...more });
  const warning = { ...of('noted', { state: 'regressed' }), blocking: false };
  const others = [of('open', { state: 'undecided' }), of('fast', { state: 'improved' }), warning];
  const text = renderJunit(makeVerdict([of('red', { state: 'regressed' }), ...others]));
  const lines = text.split('\n').filter((line) => / › (red|open|fast|noted) /.test(line));
  expect(lines.map((line) => line.replace(/.*>/, '').replace(/upload .*/, '')).slice(-4)).toEqual([
    ...['', 'undecided: ', 'improved: ', 'warning: '],
  ]);
});

test('a test of a thousand regressed spans shows a hundred', () => {
  const series = Array.from({ length: 1000 }, (_, at) =>
    makeSeries({ span: `part ${at}`, state: 'regressed' }),
  );
  const [[, slow] = []] = readXml([renderJunit(makeVerdict(series))]);
  expect(slow).toMatchObject({ lines: 101 });
  expect(slow?.message).toMatch(/, and 999 more$/);
});

test('a test that passes says which of its series could hide more than is allowed, and the suite what was found', () => {
  const unseen = Array.from({ length: 13 }, (_, at) => ({
    ...makeSeries({ span: `part ${at}`, metric: 'bench.time', smallestVisible: 0.13 }),
    seen: false,
  }));
  const text = renderJunit(makeVerdict([makeSeries({ span: 'calm' }), ...unseen]));
  const [[whole, passed] = []] = readXml([text]);
  expect([whole?.lines, passed?.ended, passed?.lines]).toEqual([1, 'passed', 11]);
  expect(text).toContain(
    'part 9 num_files=10000 operation=upload: 0.0% (-1.5% to +1.6%), where +5% is allowed; a change under 13.0% could have been missed\n… and 3 more series\n</system-out>',
  );
  const headline =
    'nothing regressed in 14 series, 13 of them not seen: a change under 13.0% could have been missed';
  expect(text.split(headline)).toHaveLength(3);
  expect(text).toMatch(/<system-out>nothing regressed[^<]*<\/system-out>\n<\/testsuite>/);
});
