/** The dashboard as a browser sees it: our server over a store of its own, in Debian's Chromium. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openExplorer } from '../../../src/web/api/http/open-explorer.ts';
import { seesAll } from '../../../src/web/api/readers/reader.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { noteComplaints, openContext } from '../../report/open-page.ts';

export interface Look {
  width?: number;
  scheme?: 'light' | 'dark';
}

export interface Dashboard {
  /** An answer of the API. @param address what follows `/api/v1` */
  read<Answer>(address: string): Promise<Answer>;
  /** A page once it is there, with whatever should not have happened. */
  open(address: string, look?: Look): Promise<{ page: Page; complaints: string[] }>;
  close(): Promise<void>;
}

const buildsAtOnce = 20;
const never = new AbortController().signal;

export interface DashboardSetup {
  /** Puts what the bot keeps into its file, where there is a bot. */
  fillLedger?: (file: string) => void;
  /** An empty bucket for the builds; without one they are in a file. */
  bucket?: InfluxSettings;
}

/** Otherwise a test would wait for a page that never comes. */
function requirePages(): void {
  if (existsSync(join(import.meta.dirname, '../../../dist/explorer/index.html'))) return;
  throw new Error('dist/explorer/ is missing: run `npm run build` first');
}

export async function openDashboard(
  builds: readonly BuildPoints[],
  { bucket, fillLedger }: DashboardSetup = {},
): Promise<Dashboard> {
  requirePages();
  const folder = mkdtempSync(join(tmpdir(), 'perigee-dashboard-'));
  const file = join(folder, 'series.sqlite');
  const store = bucket === undefined ? openSqliteStore({ file }) : openInfluxStore(bucket);
  for (let at = 0; at < builds.length; at += buildsAtOnce) {
    const { refused } = await store.write(builds.slice(at, at + buildsAtOnce), never);
    if (refused[0] !== undefined)
      throw new Error(`the store refuses a point: ${refused[0].reason}`);
  }
  await store.close();
  const ledger = join(folder, 'bot.sqlite');
  fillLedger?.(ledger);
  const defects: unknown[] = [];
  const door = openExplorer({
    store: bucket === undefined ? { kind: 'sqlite', file } : { kind: 'influx', settings: bucket },
    ledger,
    admit: async () => seesAll,
    report: (defect) => defects.push(defect),
  });
  const server = createServer((request, response) => void door.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await openContext();
  return {
    read: async <Answer>(address: string) => {
      const response = await fetch(`${origin}/api/v1${address}`);
      if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    open: async (address, { scheme = 'light', width = 1600 } = {}) => {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      const complaints = noteComplaints(page, (url) => url.startsWith(origin) || url === 'data:,');
      await page.goto(origin + address);
      await page.waitForSelector('main:not([aria-busy]) h1');
      return { page, complaints };
    },
    close: async () => {
      await context.close();
      server.closeAllConnections();
      server.close();
      door.close();
      rmSync(folder, { recursive: true, force: true });
      if (defects.length > 0) throw defects[0];
    },
  };
}

/** Waits until every series of a repository is worked out. */
export async function untilComputed({ read }: Dashboard, repository: string): Promise<void> {
  for (;;) {
    const address = `/repositories/${encodeURIComponent(repository)}/overview`;
    const { counts } = await read<{ counts: { pending: number } }>(address);
    if (counts.pending === 0) return;
    await pause(500);
  }
}
