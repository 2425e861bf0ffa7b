import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawHistory } from '../../grafana/demo/draw-history.ts';
import { drawMarks } from '../../grafana/demo/draw-marks.ts';
import type { Marks } from '../../src/store/series-store.ts';
import type { InfluxSettings } from '../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../src/store/influx/open-influx-store.ts';
import type { BuildPoints } from '../../src/store/series-point.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { never, writeAll } from '../store/make-build.ts';
import { askInflux, type Rows } from './ask-influx.ts';
import { expected } from './expected.ts';
import { choice, describeWorld, type World } from './world.ts';
import { everything, replaceMacros, replaceVariables, type VariableValue } from './interpolate.ts';
import { type Asked, listQuestions, nameQuestion } from './questions.ts';

const hourMs = 3_600_000;
const endMs = Date.UTC(2026, 9, 20, 12);
const history = { seed: 1, pushes: 12, endMs };
/** Some of the oldest builds are outside. */
const shown = { fromMs: endMs - 60 * hourMs, toMs: endMs + hourMs };

/** What the readers of some dashboards choose: all there is. */
const severalOf: Readonly<Record<string, Readonly<Record<string, VariableValue>>>> = {
  overview: { repository: everything, suite: everything },
  canaries: { repository: everything, suite: everything },
  gate: { repository: everything, suite: everything },
};

export interface Comparison {
  question: string;
  asked: Asked;
  /** Lines or tables, and their rows. */
  series: number;
  rows: number;
  answer: Comparable[];
  wanted: Comparable[];
}

/**
 * Fills an empty bucket through our own store and asks every question of every dashboard.
 * @returns beside each answer what the same builds give that went through SQLite, by arithmetic of ours
 */
export async function compareAnswers(
  bucket: InfluxSettings,
  interval: '1h' | '1d',
): Promise<Comparison[]> {
  const builds = drawHistory(history);
  const marks = drawMarks(builds, 3);
  await fillInflux(bucket, builds, marks);
  const world = describeWorld(await keepInSqlite(builds), marks, { ...shown, interval });
  return askAll(bucket, world);
}

export async function fillInflux(
  bucket: InfluxSettings,
  builds: readonly BuildPoints[],
  marks?: Marks,
): Promise<void> {
  const store = openInfluxStore(bucket);
  await writeAll(store, ...builds);
  if (marks !== undefined) await store.keepMarks(choice.repository, marks, never);
  await store.close();
}

async function keepInSqlite(builds: readonly BuildPoints[]): Promise<BuildPoints[]> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-dashboards-'));
  const store = openSqliteStore({ file: join(folder, 'series.sqlite') });
  try {
    await writeAll(store, ...builds);
    const read: BuildPoints[] = [];
    for (const { build } of builds) {
      const one = await store.readBuild(build);
      if (one !== undefined) read.push(one);
    }
    return read;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function askAll(bucket: InfluxSettings, world: World): Promise<Comparison[]> {
  const compared: Comparison[] = [];
  for (const asked of listQuestions('query')) {
    const question = nameQuestion(asked);
    const wantedOf = expected[question];
    if (wantedOf === undefined) throw new Error(`nobody says what "${question}" has to answer`);
    const variables = { ...choice, ...severalOf[asked.dashboard] };
    const query = replaceMacros(replaceVariables(asked.query, variables), world.range);
    const answer = await askInflux(bucket, query);
    compared.push({
      ...{ question, asked, series: answer.length },
      rows: answer.reduce((sum, { rows }) => sum + rows.length, 0),
      answer: makeComparable(answer),
      wanted: makeComparable(wantedOf(world)),
    });
  }
  return compared;
}

interface Comparable {
  tags: Readonly<Record<string, string>>;
  rows: string[];
}

/** In one order, with numbers of as many digits as two ways to add them up have in common. */
function makeComparable(answer: readonly Rows[]): Comparable[] {
  return answer
    .map(({ tags, rows }) => ({
      tags: Object.fromEntries(Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1))),
      rows: rows.map((row) => row.map(writeCell).join(' | ')).sort(),
    }))
    .sort((a, b) => (JSON.stringify(a.tags) < JSON.stringify(b.tags) ? -1 : 1));
}

function writeCell(cell: string | number | null): string {
  return typeof cell === 'number' ? String(Number(cell.toPrecision(10))) : String(cell);
}
