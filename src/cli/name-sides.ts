import type { SidesRequest } from '../runner/revisions/resolve-sides.ts';

/** Two revisions as a person names them; without the first, where the second branched. */
export function nameSides(
  before: string | undefined,
  after: string | undefined,
  otherwise: SidesRequest['after'],
): SidesRequest {
  return {
    before:
      before === undefined ? { kind: 'where-it-branched' } : { kind: 'revision', name: before },
    after: after === undefined ? otherwise : { kind: 'revision', name: after },
  };
}
