import type { IncomingMessage } from 'node:http';

const loopback = /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/;
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;
/** Proxies write one of them, so the request comes from elsewhere. */
const writtenByProxies = /^(x-)?forwarded(-.*)?$|^(x-real-ip|x-client-ip|via)$/;

/**
 * Whether a program on this machine asks for this machine. A page of a stranger whose name leads to 127.0.0.1 asks
 * for that name (DNS rebinding), and what a proxy passes on carries its marks or the name that it serves.
 */
export function isLocal({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    localHost.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => writtenByProxies.test(name))
  );
}
