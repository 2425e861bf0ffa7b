import { handOut, listSecrets } from '../../../servers/ci/fake-storage.ts';
import { listen, type Listener } from '../../../servers/listen.ts';
import type { GithubState } from './state.ts';

/** Where the content of artifacts lies: another host than the API, and whoever has the address may read. */
export async function openStorage(state: GithubState, faults: string[]): Promise<Listener> {
  return listen((request) => {
    const url = new URL(request.url ?? '', 'http://storage');
    faults.push(...listSecrets(request.headers));
    const id = Number(/^\/artifact-(\d+)$/.exec(url.pathname)?.[1]);
    const all = state.repositories.flatMap(({ artifacts }) => artifacts);
    const artifact = all.find((each) => each.id === id);
    return Promise.resolve(handOut(url, artifact?.zip));
  });
}
