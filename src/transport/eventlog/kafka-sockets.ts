import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

export interface KafkaSockets {
  /** The port through which kafkajs opens its connections. */
  open(target: {
    host: string;
    port: number;
    ssl: ConnectionOptions;
    onConnect: () => void;
  }): Socket;
  /** Ends every connection at once, and lets no new one be opened. */
  destroy(): void;
}

/**
 * The connections of one kafkajs client. It cannot be stopped while it waits for an answer, but all
 * that it waits for comes over its sockets, and an error on them ends its timers too.
 */
export function createKafkaSockets(): KafkaSockets {
  const opened = new Set<Socket>();
  let isDestroyed = false;
  return {
    open: ({ host, port, ssl, onConnect }) => {
      if (isDestroyed) throw new Error('the connection was given up');
      // Absent in spite of its type where TLS is off.
      const wantsTls = Boolean(ssl);
      const socket = wantsTls
        ? connectTls({ host, port, ...nameServer(host), ...ssl }, onConnect)
        : connectPlain({ host, port }, onConnect);
      opened.add(socket);
      socket.once('close', () => {
        opened.delete(socket);
        // kafkajs says goodbye to a dead connection over and over, and each leaves a listener.
        socket.setMaxListeners(0);
      });
      return socket;
    },
    destroy: () => {
      isDestroyed = true;
      for (const socket of opened) socket.destroy(new Error('the connection was given up'));
    },
  };
}

/** RFC 6066 allows no addresses there. */
function nameServer(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}
/**
 * Node 24 prints a warning for a timer with a negative delay. kafkajs 2.2.4 sets one after every
 * answer: it takes the time since 1970 from -1 to learn how long to hold back, which means at once.
 * The warning means nothing to readers of a job's log, and no option of kafkajs avoids it.
 * @returns lets the warnings through again
 */
export function muteNegativeTimeouts(): () => void {
  const original = process.emitWarning;
  const muted = new Proxy(original, {
    apply: (target, self, args: unknown[]) => {
      if (args[1] === 'TimeoutNegativeWarning') return;
      Reflect.apply(target, self, args);
    },
  });
  process.emitWarning = muted;
  return () => {
    if (process.emitWarning === muted) process.emitWarning = original;
  };
}
