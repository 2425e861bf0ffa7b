/**
 * An attacker on the way could replace what is fetched. Nobody is on the way
 * within this machine, which is where tests have their servers.
 * @param from where the address came from, or the address itself where that is not known
 */
export function isSafePlace({ protocol, hostname }: URL, from: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && isLoopback(hostname) && isLoopback(from.hostname);
}

function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
