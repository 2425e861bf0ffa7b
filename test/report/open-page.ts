/** Opens pages of reports in Debian's Chromium, if possible without its window, offline, and notes whatever should not happen. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Browser as Chromium,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { onTestFinished } from 'vitest';
import { bundlePage } from '../../scripts/build-page.ts';
import type { Verdict } from '../../src/contract/documents.ts';
import { renderHtml } from '../../src/report/render-html.ts';

const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);
const browserPath = places.find((place) => existsSync(place));

export const hasBrowser = browserPath !== undefined;
export const howToInstall =
  'the page is tested in Chromium, which is not here: apt-get update && apt-get install -y chromium';

export interface OpenOptions {
  width?: number;
  scheme?: 'light' | 'dark';
  javaScript?: boolean;
}

/** A page that is open, and what went wrong in it: messages of the console, errors, requests. */
export interface OpenPage {
  page: Page;
  complaints: string[];
}

export interface Browser {
  open(verdict: Verdict, options?: OpenOptions): Promise<OpenPage>;
  /** A page of another kind; `style` is what the build made for all of them. */
  openText(render: (style: string) => string, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export async function startBrowser(): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-page-'));
  const assets = await bundlePage();
  const context = await openContext();
  let scriptless: BrowserContext | undefined;
  let opened = 0;
  const browser: Browser = {
    open: (verdict, options) => browser.openText(() => renderHtml(verdict, assets), options),
    async openText(render, { javaScript = true, scheme = 'light', width = 1280 } = {}) {
      const file = join(folder, `report-${(opened += 1)}.html`);
      writeFileSync(file, render(assets.style));
      if (!javaScript) scriptless ??= await openContext({ javaScriptEnabled: false });
      const page = await (javaScript ? context : (scriptless ?? context)).newPage();
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      const address = pathToFileURL(file).href;
      onTestFinished(() => page.close());
      const complaints = noteComplaints(page, (url) => url === address);
      await page.goto(address);
      return { page, complaints };
    },
    async close() {
      await context.close();
      await scriptless?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return browser;
}

/** An empty page to try other scripts in; it is closed at the end of the scope. */
export async function openBlankPage(): Promise<{ page: Page } & AsyncDisposable> {
  const context = await openContext();
  return {
    page: await context.newPage(),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** What should not happen while a page is open: messages of the console, errors, dialogs, requests for what is not its own. */
export function noteComplaints(page: Page, isOwn: (url: string) => boolean): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!isOwn(request.url())) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** What axe finds wrong: names, roles, contrast and structure. */
export async function findBarriers(page: Page): Promise<string[]> {
  const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(readFileSync(source, 'utf8'));
  const axeOfPage = await page.evaluateHandle<Axe>('axe');
  const { violations } = await axeOfPage.evaluate((one) => one.run());
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
  );
}

/** Only a test that fails waits for so long, however busy the machine is. */
const longestWaitMs = 300_000;

let running: Promise<Chromium> | undefined;

/** What is new of cookies, storage and cache, in the browser of this worker, which ends with it. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  // A browser that ended, whatever ended it, is started again.
  if ((await running)?.isConnected() !== true) running = launch();
  const context = await (await running!).newContext(options);
  context.setDefaultTimeout(longestWaitMs);
  return context;
}

function launch(): Promise<Chromium> {
  return chromium.launch({
    executablePath: browserPath ?? '',
    headless: true,
    timeout: longestWaitMs,
    // Other tests of this worker send themselves signals, at which the library would end the process.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  });
}
