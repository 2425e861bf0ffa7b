import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections: such a one may take a port that was free a moment ago,
 * or that of a server which is about to start again.
 */
const range = { from: 20_000, to: 32_000 };
const mostTries = 100;

/** Ports of 127.0.0.1 that nobody listens on, all different. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenInRange));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** A port that takes connections and never says a word, and how to close it. */
export async function openSilentPort(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = await listenOn(0);
  const sockets = new Set<{ destroy: () => void }>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await close(server);
    },
  };
}

/** By chance, so that two who look at the same time hardly ever find the same one. */
async function listenInRange(): Promise<Server> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await listenOn(randomInt(range.from, range.to));
    } catch (error) {
      if (tried === mostTries) throw error;
    }
  }
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
