import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most that any one client may take of a server that everybody can reach. */
export interface ServerLimits {
  /** Above it the connection that has waited longest without a whole request is cut: prompt clients are served. */
  connections: number;
  /** From the connection, or the end of what was asked before on it, until a head is whole. */
  headMs: number;
  /** Until head and body are whole. Node wants it to be no less than `headMs`. */
  requestMs: number;
  /** Until the answer is read: a client that does not read holds nothing for longer. */
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

/** An HTTP server that limits the time and memory of every client. */
export function createBoundedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  limits: ServerLimits = usualLimits,
): Server {
  const { headMs, requestMs, exchangeMs, atOnce } = limits;
  const connections = limitConnections(limits.connections);
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (connections.begin(request) > atOnce) {
      socket.destroy();
      return;
    }
    const timer = setTimeout(() => socket.destroy(), exchangeMs);
    response.once('close', () => {
      clearTimeout(timer);
      connections.end(request);
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
  // `100 Continue` is sent by the handler that reads the body; all others refuse.
  server.on('checkContinue', take);
  server.on('connection', connections.enter);
  return server;
}

/**
 * Which connections there are, and what is asked on each. First comes the one that has waited longest: since it was
 * made, since a request began on it, or since one was answered.
 */
function limitConnections(atMost: number) {
  const asked = new Map<Socket, Set<IncomingMessage>>();
  const moveLast = (socket: Socket, open: Set<IncomingMessage>): void => {
    asked.delete(socket);
    asked.set(socket, open);
  };
  return {
    enter: (socket: Socket): void => {
      asked.set(socket, new Set());
      socket.once('close', () => asked.delete(socket));
      if (asked.size <= atMost) return;
      for (const [longest, open] of asked) {
        // A complete request gets an answer.
        if ([...open].some(({ complete }) => complete)) continue;
        longest.destroy();
        asked.delete(longest);
        return;
      }
    },
    /** @returns how much is asked on its connection now */
    begin: (request: IncomingMessage): number => {
      const { socket } = request;
      const open = asked.get(socket) ?? new Set();
      open.add(request);
      moveLast(socket, open);
      return open.size;
    },
    end: (request: IncomingMessage): void => {
      const { socket } = request;
      const open = asked.get(socket);
      if (open === undefined) return;
      open.delete(request);
      moveLast(socket, open);
    },
  };
}
