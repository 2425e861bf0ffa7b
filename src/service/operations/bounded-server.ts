import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What any one outside may take of a server that everybody can reach. */
export interface ServerLimits {
  /** Above it the connection that has asked nothing for longest is cut: whoever asks at once is served. */
  connections: number;
  /** From the connection, or the end of what was asked before on it, until a head is whole. */
  headMs: number;
  /** Until head and body are whole. Node wants it to be no less than `headMs`. */
  requestMs: number;
  /** Until the answer is taken: whoever does not read holds nothing for longer. */
  exchangeMs: number;
  /** Asked on one connection before the first of them is answered. Neither browsers nor proxies do it. */
  atOnce: number;
}

export const usualLimits: ServerLimits = {
  connections: 512,
  headMs: 5_000,
  requestMs: 15_000,
  exchangeMs: 60_000,
  atOnce: 4,
};

const checkEveryMs = 1_000;
const maxHeadBytes = 16_384;
const maxHeaders = 100;
const maxRequestsOfConnection = 1_000;

/** A server of HTTP whose time and memory nobody can take for himself. */
export function createBoundedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerLimits = usualLimits,
): Server {
  const { headMs, requestMs, exchangeMs, atOnce } = limits;
  const connections = limitConnections(limits.connections);
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (connections.begin(socket) > atOnce) {
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), exchangeMs);
    response.once('close', () => {
      clearTimeout(timer);
      connections.end(socket);
    });
    answer(request, response);
  };
  const server = createServer(
    {
      connectionsCheckingInterval: checkEveryMs,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      maxHeaderSize: maxHeadBytes,
    },
    take,
  );
  server.maxHeadersCount = maxHeaders;
  server.maxRequestsPerSocket = maxRequestsOfConnection;
  // Who wants to be told to go on is told so by whoever reads the body, and refused by all others.
  server.on('checkContinue', take);
  server.on('connection', connections.enter);
  return server;
}

/** Which connections there are, and what is asked on each. */
function limitConnections(atMost: number) {
  const asked = new Map<Socket, number>();
  /** Nothing is asked there: the one for which that is true for longest comes first. */
  const quiet = new Set<Socket>();
  return {
    enter: (socket: Socket): void => {
      asked.set(socket, 0);
      quiet.add(socket);
      socket.once('close', () => {
        asked.delete(socket);
        quiet.delete(socket);
      });
      if (asked.size <= atMost) return;
      const [longest = socket] = quiet;
      longest.destroy();
      asked.delete(longest);
      quiet.delete(longest);
    },
    /** @returns how much is asked on it now */
    begin: (socket: Socket): number => {
      quiet.delete(socket);
      const count = (asked.get(socket) ?? 0) + 1;
      asked.set(socket, count);
      return count;
    },
    end: (socket: Socket): void => {
      const count = (asked.get(socket) ?? 0) - 1;
      if (socket.destroyed) return;
      asked.set(socket, count);
      if (count === 0) quiet.add(socket);
    },
  };
}
