import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';

export function openDeliveries(database: DatabaseSync): Pick<Ledger, 'noteDelivery'> {
  const note = database.prepare(
    'INSERT INTO deliveries (id, at_ms) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  return { noteDelivery: (id, atMs) => note.run(id, atMs).changes === 1 };
}
