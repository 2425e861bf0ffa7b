import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A client that sends what it likes, and reads when it likes. */
export interface RawSocket {
  socket: Socket;
  /** All that came so far. */
  readonly text: string;
  /** Resolves when the other side has ended it. */
  readonly ended: Promise<void>;
  /** Resolves when this has come; rejects when it ends before. */
  until(text: string): Promise<void>;
}

export async function openSocket(port: number, isReading = true): Promise<RawSocket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  if (isReading) socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  else socket.pause();
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return {
    socket,
    ended,
    get text() {
      return text;
    },
    until: async (wanted) => {
      while (!text.includes(wanted)) {
        if (socket.destroyed) throw new Error(`it ended with: ${text.slice(0, 500)}`);
        await Promise.race([once(socket, 'data').catch(() => undefined), ended]);
      }
    },
  };
}

/** A head as it goes over the wire. */
export function writeHead(first: string, headers: Readonly<Record<string, string | number>>) {
  const lines = Object.entries({ host: 'perigee', ...headers });
  return `${first} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
