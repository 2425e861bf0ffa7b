import type { Socket } from 'node:net';

/** The collector's answers, in the order of the messages. */
export interface Answer {
  ok: boolean;
  error?: string;
  /** To begin: what processes in the span call it. */
  key?: string;
}

export interface Connection {
  /**
   * Sends a message and waits for its answer.
   * @returns undefined when the collector is gone
   * @throws Error with the collector's words when it refuses the message
   */
  request(message: object): Promise<Answer | undefined>;
}

/**
 * Connects to the collector. The connection keeps the process alive only while an answer is due.
 * @returns undefined if nothing listens there
 */
export async function connectCollector(path: string): Promise<Connection | undefined> {
  const { connect } = await import('node:net');
  const socket = connect(path);
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  return connected ? talk(socket) : undefined;
}

function talk(socket: Socket): Connection {
  const waiting: ((answer: Answer | undefined) => void)[] = [];
  let rest = '';
  const settle = (answer: Answer | undefined) => {
    waiting.shift()?.(answer);
    if (waiting.length === 0) socket.unref();
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) settle(JSON.parse(line) as Answer);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    while (waiting.length > 0) settle(undefined);
  });
  socket.unref();
  return {
    async request(message) {
      if (socket.destroyed || !socket.writable) return undefined;
      socket.ref();
      const answer = await new Promise<Answer | undefined>((resolve) => {
        waiting.push(resolve);
        socket.write(`${JSON.stringify(message)}\n`);
      });
      if (answer?.ok === false) throw new Error(`Perigee: ${answer.error ?? 'refused'}`);
      return answer;
    },
  };
}
