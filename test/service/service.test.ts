import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createBotMetrics } from '../../bot/src/bot-metrics.ts';
import { createMetricRegistry } from '../../src/logging/metrics.ts';
import { listenForStop } from '../../src/service/listen-for-stop.ts';
import { createServiceMetrics } from '../../src/service/operations/service-metrics.ts';
import { chooseDuties, type Role } from '../../src/service/roles.ts';
import { serve } from '../../src/service/serve.ts';
import { variables } from '../../src/settings/environment.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';
import { openSqliteQueue } from '../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { catchUserError } from '../contract/catch-user-error.ts';
import { findService } from '../servers/built-or-source.ts';
import { listenUntilEnd } from '../servers/ci/fake-server.ts';

describe('documentation', () => {
  const page = readFileSync('docs/service-reference.md', 'utf8');

  test('the page has every variable beside its key, and no other', () => {
    const rows = [...page.matchAll(/^\| `([\w.]+)` +\| `(PERIGEE_\w+)` *\|/gm)];
    const documented = rows.map(([, key, name]) => `${name} ${key}`);
    expect(documented.sort()).toEqual(
      variables.map(({ name, path }) => `${name} ${path.join('.')}`).sort(),
    );
  });

  test('the page has every metric, and no other', () => {
    const registry = createMetricRegistry();
    createServiceMetrics(registry);
    createBotMetrics(registry);
    const names = [...registry.render().matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const documented = [...page.matchAll(/^\| `((?:perigee|process)_\w+)` *\|/gm)];
    expect(documented.map(([, name]) => name).sort()).toEqual(names.sort());
  });

  test('the settings that docs/service.md shows are right', () => {
    const guide = readFileSync('docs/service.md', 'utf8');
    const example = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    expect(parseSettings(example, 'docs/service.md').events?.kafka?.brokers).toHaveLength(2);
  });

  test('the services of deploy/compose.yml are set up with variables that there are', () => {
    const compose = parse(readFileSync('deploy/compose.yml', 'utf8')) as {
      services: Record<string, { environment?: Record<string, string>; volumes?: string[] }>;
      volumes: Record<string, unknown>;
    };
    const known = new Set(variables.map(({ name }) => name));
    const used = Object.keys(compose.services['perigee']?.environment ?? {}).filter((name) =>
      name.startsWith('PERIGEE_'),
    );
    expect(used.length).toBeGreaterThan(4);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    const named = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
      .filter((name) => !name.startsWith('.'));
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  });
});

describe('listen for stop', () => {
  function listen() {
    const process = new EventEmitter();
    const seen = { nowMs: 1_000, left: 0 };
    const signal = listenForStop({
      process,
      clockMs: () => seen.nowMs,
      leave: () => void (seen.left += 1),
    });
    return { process, seen, signal };
  }

  test('one Ctrl-C that comes twice asks once', () => {
    const { process, seen, signal } = listen();
    expect(signal.aborted).toBe(false);
    process.emit('SIGINT');
    expect(signal.reason).toMatchObject({ message: 'stopped by SIGINT' });
    seen.nowMs += 499;
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect(seen.left).toBe(0);
  });

  test('a second one, later, ends at once', () => {
    const { process, seen } = listen();
    process.emit('SIGTERM');
    seen.nowMs += 500;
    process.emit('SIGINT');
    expect(seen.left).toBe(1);
  });

  test('the service ends in order when the launcher hands on what the terminal sent as well', async () => {
    const data = mkdtempSync(join(tmpdir(), 'perigee-stop-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const launcher = new URL('../../bin/run-on-node.mjs', import.meta.url).href;
    const script = `import { runOnNode } from ${JSON.stringify(launcher)};
    process.exitCode = await runOnNode(process.execPath, [${JSON.stringify(findService())}]);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'], PERIGEE_DATA: data, PERIGEE_LISTEN: '127.0.0.1:0' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    let isAsked = false;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isAsked || !output.includes('"serves"') || child.pid === undefined) return;
      isAsked = true;
      // As a terminal does: to every process of the group.
      process.kill(-child.pid, 'SIGINT');
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output).toContain('"has stopped"');
  });
});

describe('roles', () => {
  const bot = {
    ...{ appId: 12, privateKey: 'pem', webhookSecret: 'secret', ledgerFile: 'bot.sqlite' },
    groups: { report: 'perigee-report', bot: 'perigee-bot' },
    apiUrl: 'https://api.github.com',
  };
  const withBot = (role: Role) => chooseDuties(role, { bot });

  test('one process does all of it, and is the bot where one is set up', () => {
    expect(chooseDuties('all', {})).toEqual({ aggregates: true });
    expect(withBot('all')).toEqual({ aggregates: true, bot: { webhooks: true, report: true } });
  });

  test('each role of its own does that alone', () => {
    expect(withBot('aggregate')).toEqual({ aggregates: true });
    expect(withBot('webhooks')).toEqual({
      aggregates: false,
      bot: { webhooks: true, report: false },
    });
    expect(withBot('report')).toEqual({
      aggregates: false,
      bot: { webhooks: false, report: true },
    });
  });

  test('a role of the bot where none is set up says how to set it up', () => {
    for (const role of ['webhooks', 'report'] as const) {
      const { message } = catchUserError(() => chooseDuties(role, {}));
      expect(message).toMatch(/no bot in the settings[\s\S]*perigee bot setup/);
    }
  });
});

describe('serve', () => {
  function prepare(listen: string) {
    const data = mkdtempSync(join(tmpdir(), 'perigee-serve-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const lines: string[] = [];
    const settings = readSettings(undefined, { PERIGEE_DATA: data, PERIGEE_LISTEN: listen });
    const run = (stop: AbortSignal) => serve(settings, 'all', stop, (line) => lines.push(line));
    return { data, lines, run };
  }

  test('without its port it takes no work', async () => {
    const { data, lines, run } = prepare(`127.0.0.1:${await listenUntilEnd(createServer())}`);
    const queue = openSqliteQueue({ file: join(data, 'events.sqlite') });
    await queue.appendRaw({ key: 'k', value: 'not an event' });
    await expect(run(new AbortController().signal)).rejects.toThrow(/EADDRINUSE/);
    expect(lines).toEqual([]);
    expect(await queue.deadLetters.list()).toEqual([]);
    await queue.close();
  });

  test('a stop that comes while it starts is not lost, nor is its grace', async () => {
    const { lines, run } = prepare('127.0.0.1:0');
    const stop = new AbortController();
    const running = run(stop.signal);
    stop.abort(new Error('stopped'));
    await running;
    const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(messages).toContain('stops after the work in progress');
    expect(messages.at(-1)).toBe('has stopped');
  });
});
