import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { packJson } from '../../../bot/src/ledger/pack-json.ts';
import { type RendererLimits, renderInThread } from '../../../bot/src/pages/render-in-thread.ts';
import { parseDocument } from '../../../src/contract/validate.ts';

const file = 'schemas/examples/verdict/valid/one-regression.json';
const verdict = parseDocument('verdict', readFileSync(file, 'utf8'), file);
const [first] = verdict.series;
const many = Array.from({ length: 1_000 }, (_, i) => ({ ...first, test: `test ${i}` }));
const large = packJson({ ...verdict, series: many });
const usual: RendererLimits = { longestMs: 60_000, heapMb: 256, idleMs: 60_000 };
const patienceMs = 120_000;

function start(limits: Partial<RendererLimits> = {}) {
  const renderer = renderInThread({ ...usual, ...limits });
  onTestFinished(renderer.close);
  return renderer;
}

test('a page is made of a verdict as the ledger keeps it', { timeout: patienceMs }, async () => {
  const { render } = start();
  const pages = await Promise.all([render(packJson(verdict)), render(large)]);
  const [small, whole] = pages.map((page) => gunzipSync(page).toString('utf8'));
  expect(small).toMatch(/^<!doctype html>/);
  expect(whole).toContain('test 999');
});

test('the loop of events is free while pages are made', { timeout: patienceMs }, async () => {
  const { render } = start();
  await render(large);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await Promise.all(Array.from({ length: 10 }, () => render(large)));
  delay.disable();
  // One page took more than this where it was made here; the middle of all does not feel a busy machine.
  expect(delay.percentile(50) / 1e6).toBeLessThan(100);
});

test(
  'what takes too long or too much is given up, and the next page is made',
  { timeout: patienceMs },
  async () => {
    const impatient = start({ longestMs: 1 });
    await expect(impatient.render(large)).rejects.toThrow('more than 1 ms');
    const small = start({ heapMb: 24 });
    const huge = packJson({ ...verdict, series: Array.from({ length: 60 }, () => many).flat() });
    await expect(small.render(huge)).rejects.toThrow();
    expect(gunzipSync(await small.render(packJson(verdict))).toString()).toContain('</html>');
  },
);

test(
  'a verdict that cannot be read costs nobody else a page',
  { timeout: patienceMs },
  async () => {
    const { render } = start();
    const [broken, whole] = await Promise.allSettled([render('{'), render(large)]);
    expect(broken.status).toBe('rejected');
    expect(whole.status).toBe('fulfilled');
  },
);

test(
  'without work the thread ends, and starts again for the next page',
  { timeout: patienceMs },
  async () => {
    const { render } = start({ idleMs: 1 });
    for (let i = 0; i < 2; i += 1) {
      expect((await render(packJson(verdict))).length).toBeGreaterThan(0);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  },
);

test('nobody listens any more for a page that is made', { timeout: patienceMs }, async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { render } = start();
  for (let i = 0; i < 13; i += 1) await render(packJson(verdict));
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});
