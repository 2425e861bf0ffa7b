import { cutText } from '../../contract/cut-text.ts';
import { Refused } from '../platform-errors.ts';
import type { PlaceRule } from './download.ts';

/** Agents upload here by default. Buildkite documents it, and it belongs to Buildkite. */
const ownHosts: readonly string[] = ['buildkiteartifacts.com', '*.buildkiteartifacts.com'];
/** A comment has room for the setting behind it. */
const mostShown = 80;

/**
 * Code on an agent says where the artifacts of its job are, and could say: within the network of the
 * service. So nothing is asked at any host but Buildkite's own and those that the operator has named. A name
 * is not resolved to be judged: what one of these leads to is up to its owner.
 * @param named `host` or `host:port`; `*.` in front of it stands for exactly one more label
 * @returns throws Refused for an address at any other host
 */
export function refuseOtherHosts(named: readonly string[] = []): PlaceRule {
  const hosts = [...ownHosts, ...named].map(readHost);
  return (url) => {
    // An address may have an asterisk in its host.
    if (hosts.includes(url.host) && !url.host.startsWith('*')) return 'host';
    if (hosts.includes(nameAll(url))) return 'any-name';
    const message = `it lies at ${formatHost(url.host)}, and is only fetched from ${ownHosts[0]} or a host in artifacts.buildkite.hosts of the service`;
    throw new Refused('ci-strange-answer', message);
  };
}

/** A stranger could have chosen a name as long as a page. */
export function formatHost(host: string): string {
  return cutText(host, mostShown);
}

/** As an address says it: in small letters, and without the port that https has anyway. */
function readHost(named: string): string {
  return named.toLowerCase().replace(/:443$/, '');
}

/** A pattern for it and all others of as many labels. */
function nameAll({ host }: URL): string {
  const [first = '', ...rest] = host.split('.');
  return first === '' ? '' : `*.${rest.join('.')}`;
}
