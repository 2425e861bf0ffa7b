import {
  closeSync,
  constants,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteOwnAddress } from './own-addresses.ts';
import { attempt } from '../../contract/attempt.ts';
import { BadMessage, parseMessage, type Message } from './parse-message.ts';
import type { SpanTable } from './span-table.ts';

/** Room for the longest message that keeps the limits of a span. */
const longestLine = 64 * 1024;
/** For lines that may be no JSON. */
const opPatterns = { end: /"op"\s*:\s*"end"/, record: /"op"\s*:\s*"record"/ } as const;
const badLinesUntilClosed = 10;
/** The largest file in which exiting processes say what they have not sent. */
const largestLost = 1024 * 1024;
const mostConnections = 256;
/** A sender that does not read its answers is cut off. */
const mostUnreadBytes = 1024 * 1024;
/** Part of the 107 bytes that the address of a Unix socket may have. */
const longestFolder = 80;

/** Something that takes a while to be read. */
export interface SpanCounter {
  /** @param isOutermost no other span is open */
  update(bound: 'begin' | 'end', isOutermost: boolean): Promise<void>;
}

/** Goes on once the counter is read for a message: at once, or one after the other over all connections. */
type Count = (connection: number, line: string | undefined, then: () => void) => void;

export interface Collector {
  /** PERIGEE_SOCKET of the tests. */
  path: string;
  /** Takes what processes left that exited with numbers to send. Call it once they have all ended. */
  takeLost(): void;
  close(): Promise<void>;
}

/**
 * Listens for spans on its own Unix socket, in a folder that only its user can enter.
 * @param scratch where that folder is to be
 * @param counter is read before each begin and end, which take so long
 */
export async function openCollector(
  table: () => SpanTable | undefined,
  scratch = tmpdir(),
  counter?: SpanCounter,
): Promise<Collector> {
  const base = scratch.length > longestFolder ? '/tmp' : scratch;
  const folder = mkdtempSync(join(base, 'perigee-'));
  const path = join(folder, 's');
  const sockets = new Set<Socket>();
  let connections = 0;
  let earlier = Promise.resolve();
  const count: Count | undefined =
    counter &&
    ((connection, line, then) => {
      earlier = earlier.then(async () => {
        const spans = table();
        const message = line === undefined ? undefined : attempt(() => parseMessage(line));
        if (spans !== undefined && (message?.op === 'begin' || message?.op === 'end')) {
          await counter
            .update(message.op, spans.isOutermost(connection, message))
            .catch((error: unknown) => spans.report('spans-not-counted', describeLoss(error)));
        }
        then();
      });
    });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (connections += 1), table, count);
  });
  server.maxConnections = mostConnections;
  server.on('drop', () => table()?.report('spans-not-taken', describeDrop()));
  try {
    await listen(server, path);
    noteOwnAddress(path);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    path,
    takeLost: () => {
      const spans = table();
      if (spans !== undefined) takeLost(`${path}.lost`, spans);
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
      }),
  };
}

/** The test can put anything there: a link is not followed, and a pipe not waited for. */
function takeLost(file: string, spans: SpanTable): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    spans.refuseNumber('what a process left when it exited could not be read');
    return;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > largestLost) {
      spans.refuseNumber('what a process left when it exited is too long to be read');
      return;
    }
    const lines = readFileSync(descriptor, 'utf8').split('\n').slice(0, -1);
    for (const line of lines) takeLine(line, spans);
  } finally {
    closeSync(descriptor);
  }
}

function takeLine(line: string, spans: SpanTable): void {
  let message: Message | undefined;
  try {
    message = parseMessage(line);
    if (message.op === 'record') spans.record(message);
  } catch (error) {
    if (!(error instanceof BadMessage)) throw error;
    // Messages that were sent are in the record already.
    if (message === undefined) spans.refuseNumber(error.message);
  }
}

function describeLoss(error: unknown): string {
  return `a counter could not be read at a begin or end of a span: ${String(error)}`.slice(0, 500);
}

function describeDrop(): string {
  return `a process found ${mostConnections} others connected, so its spans are missing: mark spans in fewer processes at once`;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function serve(
  socket: Socket,
  connection: number,
  table: () => SpanTable | undefined,
  count: Count = (_connection, _line, then) => then(),
): void {
  let rest = '';
  let badLines = 0;
  const answer = (text: string) => {
    socket.write(text);
    if (socket.writableLength > mostUnreadBytes) socket.destroy();
  };
  const refuse = (error: BadMessage, parsed: boolean, id?: number) => {
    if (!parsed) badLines += 1;
    answer(`${JSON.stringify({ ok: false, id, error: error.message })}\n`);
    if (badLines >= badLinesUntilClosed) socket.destroySoon();
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (socket.destroyed || badLines >= badLinesUntilClosed) return;
      count(connection, line, () => take(line));
    }
    if (rest.length <= longestLine) return;
    rest = '';
    refuse(new BadMessage(`a message has at most ${longestLine} characters`), false);
    socket.destroySoon();
  });
  socket.on('error', () => socket.destroy());
  // After what it sent: a span that is about to begin would stay open.
  socket.on('close', () =>
    count(connection, undefined, () => {
      table()?.abandon('its process ended or disconnected', connection);
    }),
  );

  function take(line: string): void {
    let message: Message | undefined;
    try {
      if (line.length > longestLine) throw new BadMessage('the message is too long');
      message = parseMessage(line);
      const spans = table();
      if (spans === undefined) throw new BadMessage('the test is not running');
      const key = message.op === 'begin' ? spans.begin(connection, message) : undefined;
      if (message.op === 'end') spans.end(connection, message);
      else if (message.op === 'record') spans.record(message);
      answer(`${JSON.stringify({ ok: true, id: message.id, key })}\n`);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      const id = message?.id ?? findId(line);
      // An end that was refused ends its span all the same.
      if (id !== undefined && isOf('end', line, message)) {
        table()?.refuse(connection, id, error.message);
      }
      const isBadNumber = message === undefined && isOf('record', line, message);
      if (isBadNumber) table()?.refuseNumber(error.message);
      // One bad number must not cost the spans that follow it.
      refuse(error, message !== undefined || isBadNumber, id);
    }
  }
}

function isOf(op: 'end' | 'record', line: string, message: Message | undefined): boolean {
  return message === undefined ? opPatterns[op].test(line) : message.op === op;
}

/** The id of a line that is not a message, so that its sender knows which span is meant. */
function findId(line: string): number | undefined {
  const id = /"id"\s*:\s*(\d{1,15})\b/.exec(line.slice(0, longestLine))?.[1];
  return id === undefined ? undefined : Number(id);
}
