import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';

export function openHints(database: DatabaseSync): Pick<Ledger, 'tellOnce'> {
  const tell = database.prepare(
    'INSERT INTO hints (repository, hint, place) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const find = database.prepare('SELECT place FROM hints WHERE repository = ? AND hint = ?');
  return {
    tellOnce(repositoryId, hint, place) {
      if (tell.run(repositoryId, hint, place ?? null).changes === 1) return true;
      const known = find.get(repositoryId, hint) as { place: string | null } | undefined;
      return place !== undefined && known?.place === place;
    },
  };
}
