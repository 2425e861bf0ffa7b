import { listen, type Listener } from '../../../servers/listen.ts';
import type { GithubState } from './state.ts';

/** Where the content of artifacts lies: another host than the API, and whoever has the address may read. */
export async function openStorage(
  state: GithubState,
  note: { requests: string[]; faults: string[] },
): Promise<Listener> {
  return listen((request) => {
    const url = new URL(request.url ?? '', 'http://storage');
    note.requests.push(url.pathname);
    if (request.headers.authorization !== undefined) {
      note.faults.push('a token of the API was sent to the storage');
    }
    const id = Number(/^\/artifact-(\d+)$/.exec(url.pathname)?.[1]);
    const all = state.repositories.flatMap(({ artifacts }) => artifacts);
    const artifact = all.find((each) => each.id === id);
    const isSigned = url.searchParams.get('sig') === 'signed';
    if (artifact === undefined || !isSigned) {
      return Promise.resolve({ status: 403, body: 'AuthenticationFailed' });
    }
    return Promise.resolve({ status: 200, bytes: artifact.zip });
  });
}
