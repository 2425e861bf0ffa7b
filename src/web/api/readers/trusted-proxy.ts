import { BlockList, isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { UserError } from '../../../contract/user-error.ts';

export interface TrustedProxy {
  /** In lower case. The proxy has to remove it from what others send. */
  header: string;
  /** The addresses of the proxy, or networks such as 10.0.0.0/8. */
  addresses: readonly string[];
}

const longestName = 200;

/** @returns whether the proxy that signs people in sent a request in a person's name. @throws UserError */
export function openProxy({
  addresses,
  header,
}: TrustedProxy): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  const list = new BlockList();
  for (const address of addresses) {
    const [host = '', bits] = address.split('/');
    const kind = isIP(host) === 6 ? 'ipv6' : 'ipv4';
    try {
      if (bits === undefined) list.addAddress(host, kind);
      else list.addSubnet(host, /^\d{1,3}$/.test(bits) ? Number(bits) : NaN, kind);
    } catch (cause) {
      throw new UserError({
        where: 'dashboard.proxy.addresses',
        seen: JSON.stringify(address),
        expected: 'addresses or networks, such as 127.0.0.1 or 10.0.0.0/8',
        cause,
      });
    }
  }
  return ({ headers, socket }) => {
    const { remoteAddress = '' } = socket;
    const plain = remoteAddress.replace(/^::ffff:(?=\d)/, '');
    const isProxy = isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
    const name = headers[header];
    return isProxy && typeof name === 'string' && name !== '' && name.length <= longestName;
  };
}
