import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Command } from 'commander';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { openToolServer } from '../../web/api/mcp/open-tool-server.ts';
import { end } from '../end-with.ts';
import { readOwnPackage } from '../home.ts';
import { listenForStop } from '../listen-for-stop.ts';
import { tools } from '../mcp/tools.ts';

export function declareCommand(command: Command): void {
  command.action(() => end(serveTools()));
}

/** `perigee mcp`: tools for a coding agent, until it closes stdin. What runs then is stopped, as by Ctrl-C. */
async function serveTools(): Promise<ExitCode> {
  const stop = listenForStop();
  const server = openToolServer(readOwnPackage().version, tools);
  await server.connect(new StdioServerTransport());
  await once(process.stdin, 'end', { signal: stop.signal }).catch(() => undefined);
  await server.close();
  return exitCode.nothingRegressed;
}
