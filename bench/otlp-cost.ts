/**
 * What it costs a test to export its spans by OTLP in JSON: 10,000 of them in batches of 512, as OpenTelemetry does.
 *   npx node bench/otlp-cost.ts
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createExecute } from '../src/profile/create-execute.ts';

const spans = 10_000;
const program = `
  const url = process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const id = (i) => i.toString(16).padStart(16, '0');
  const start = BigInt(Date.now()) * 1000000n;
  const cpu = process.cpuUsage();
  const began = performance.now();
  for (let from = 0; from < ${spans}; from += 512) {
    const spans = Array.from({ length: Math.min(512, ${spans} - from) }, (_, i) => ({
      traceId: '0'.repeat(32), spanId: id(from + i), name: 'request', kind: 1,
      startTimeUnixNano: String(start), endTimeUnixNano: String(start + 1000n), status: { code: 0 },
      attributes: [{ key: 'http.route', value: { stringValue: '/users/:id' } }],
    }));
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
  const { user, system } = process.cpuUsage(cpu);
  console.error(JSON.stringify({ ms: performance.now() - began, cpuMs: (user + system) / 1000 }));`;

const folder = mkdtempSync(join(tmpdir(), 'perigee-otlp-'));
const profiling = await createExecute();
try {
  const { outcome, spans: found } = await profiling.execute({
    command: [process.execPath, '--input-type=module', '--eval', program],
    directory: folder,
    environment: {
      PATH: process.env['PATH'] ?? '',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'perigee',
    },
    timeoutMs: 60_000,
    logFile: join(folder, 'log'),
    services: [],
    signal: new AbortController().signal,
  });
  const taken = found.find(({ span }) => span === 'request')?.occurrences ?? 0;
  const { ms, cpuMs } = JSON.parse(readFileSync(join(folder, 'log'), 'utf8')) as {
    ms: number;
    cpuMs: number;
  };
  if (outcome.status !== 'passed' || taken !== spans) throw new Error(`${taken} spans were taken`);
  const perSpan = (total: number): string => `${((total / spans) * 1000).toFixed(1)} µs`;
  console.log(`${spans} spans: ${perSpan(ms)} of time and ${perSpan(cpuMs)} of CPU time each`);
} finally {
  await profiling.close();
  rmSync(folder, { recursive: true });
}
