import type { HostSettings, Problem, Side } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { ChangeJournal, usualJournals } from './change-journal.ts';
import { type HostPlan, planHost } from './interventions.ts';

/** Sets the machine up for each side, from the first checkout of a run to its end. */
export interface HostKeeper {
  /** As the record names it; absent where nothing is set. */
  settings?: Record<string, string>;
  /** Programs that were stopped so far. */
  stopped: ReadonlySet<string>;
  problems: readonly Problem[];
  /** Before the checkout of a side is made. */
  prepareCheckout(side: Side, path: string): void;
  /** Before each execution. */
  enter(side: Side): void;
  /** The words before the command of a test. */
  prefixOf(side: Side): readonly string[];
  environmentOf(side: Side): Readonly<Record<string, string>>;
  /** Undoes everything. What is entered afterwards is set again. */
  close(): void;
}

/**
 * If both sides have the same settings, as in every comparison, the machine is changed once. If they differ it is
 * changed before each execution.
 * @param sides what perigee.yml asks for; what this host does not offer becomes a problem
 */
export function keepHost(
  sides: Readonly<Record<Side, HostSettings>>,
  journals = usualJournals(),
): HostKeeper {
  const after = planHost(sides.after);
  const plans = { before: sides.before === sides.after ? after : planHost(sides.before), after };
  const problems = listRefused(plans);
  const stopped = new Set<string>();
  let journal: ChangeJournal | undefined;
  let current: HostPlan | undefined;
  let mounts = 0;
  const note = (failed: readonly string[]): void => {
    for (const one of failed) problems.push(describe('host-not-restored', one));
  };
  const settings = describeSettings(after);
  return {
    ...(settings === undefined ? {} : { settings }),
    stopped,
    problems,
    prepareCheckout(side, path) {
      if (!plans[side].used.some(({ checkoutsInMemory }) => checkoutsInMemory)) return;
      journal ??= ChangeJournal.open(journals);
      journal.make({ kind: 'mount', path });
      mounts += 1;
    },
    enter(side) {
      const plan = plans[side];
      if (plan !== current) {
        note(journal?.undo(mounts) ?? []);
        current = plan;
        for (const change of plan.used.flatMap(({ listChanges }) => listChanges?.() ?? [])) {
          journal ??= ChangeJournal.open(journals);
          try {
            journal.make(change);
            if (change.kind === 'stop') stopped.add(change.name);
          } catch (error) {
            if (error instanceof UserError) throw error;
            problems.push(describe('host-setting-refused', (error as Error).message));
          }
        }
      }
    },
    prefixOf: (side) => plans[side].used.flatMap(({ prefix = [] }) => prefix),
    environmentOf: (side) =>
      Object.assign({}, ...plans[side].used.map(({ environment }) => environment)) as Record<
        string,
        string
      >,
    close() {
      note(journal?.close() ?? []);
      [journal, current, mounts] = [undefined, undefined, 0];
    },
  };
}

function listRefused(plans: Readonly<Record<Side, HostPlan>>): Problem[] {
  const refused = [plans.before, plans.after].flatMap((plan) => plan.refused);
  const messages = refused.map(({ key, why }) => `host.${key} in perigee.yml is not set: ${why}`);
  return [...new Set(messages)].map((message) => describe('host-setting-refused', message));
}

function describe(code: string, message: string): Problem {
  return { code, message: message.slice(0, 1000) };
}

function describeSettings({ used }: HostPlan): Record<string, string> | undefined {
  if (used.length === 0) return undefined;
  const named = used
    .flatMap(({ setting }) => Object.entries(setting))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    named.map(([key, value]) => [key, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}
