import type { ThresholdRule } from '../../contract/suite.ts';
import { builtInThresholds, builtInWhere } from './built-in.ts';

/** A rule with what decides between it and another one. */
export interface RankedRule {
  rule: ThresholdRule;
  builtIn: boolean;
  /** From `thresholds.defaults`. */
  isDefault: boolean;
  /** How many things it names; each annotation is one. */
  named: number;
  /** How many of them hold a `*`. */
  wildcards: number;
  /** Its place: later rules have larger ones. */
  place: number;
}

/**
 * All rules, the built-in ones included, the strongest first:
 * 1. the suite before what is built in;
 * 2. a rule before a default of the suite;
 * 3. the one that names more;
 * 4. with as many names, the one with fewer `*` among them;
 * 5. otherwise the later one.
 */
export function rankRules(rules: readonly ThresholdRule[]): RankedRule[] {
  const suites = rules.filter((rule) => rule.where !== builtInWhere);
  return [...builtInThresholds, ...suites]
    .map(rank)
    .sort(
      (a, b) =>
        Number(a.builtIn) - Number(b.builtIn) ||
        Number(a.isDefault) - Number(b.isDefault) ||
        b.named - a.named ||
        a.wildcards - b.wildcards ||
        b.place - a.place,
    );
}

function rank(rule: ThresholdRule, place: number): RankedRule {
  const { annotations = {}, ...names } = rule.match;
  const values = [...Object.values(names), ...Object.values(annotations)];
  return {
    rule,
    builtIn: rule.where === builtInWhere,
    isDefault: rule.isDefault ?? false,
    named: values.length,
    wildcards: values.filter((value) => String(value).includes('*')).length,
    place,
  };
}

/** Why the first of two rules that both match wins, as the end of a sentence. */
export function explainRank(winner: RankedRule, loser: RankedRule): string {
  if (!winner.builtIn && loser.builtIn) return 'a rule of the suite wins over a built-in one';
  if (!winner.isDefault && loser.isDefault) return 'a rule wins over a default';
  if (winner.named !== loser.named) return `it names ${loser.named}, the winner ${winner.named}`;
  if (winner.wildcards !== loser.wildcards) return 'the winner has fewer wildcards';
  return 'the winner comes later in the file';
}
