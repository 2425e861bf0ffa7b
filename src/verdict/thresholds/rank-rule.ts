import type { ThresholdRule } from '../../contract/suite.ts';
import { builtInThresholds, builtInWhere } from './built-in.ts';

/** A rule with what decides between it and another one. */
export interface RankedRule {
  rule: ThresholdRule;
  builtIn: boolean;
  /** How many things it names; each annotation is one. */
  named: number;
  /** How many of them hold a `*`. */
  wildcards: number;
  /** Its place: later rules have larger ones. */
  place: number;
}

/**
 * All rules, the built-in ones included, the strongest first:
 * 1. a rule of the suite before a built-in one;
 * 2. the one that names more;
 * 3. with as many names, the one with fewer `*` among them;
 * 4. otherwise the later one.
 */
export function rankRules(rules: readonly ThresholdRule[]): RankedRule[] {
  const suites = rules.filter((rule) => rule.where !== builtInWhere);
  return [...builtInThresholds, ...suites]
    .map(rank)
    .sort(
      (a, b) =>
        Number(a.builtIn) - Number(b.builtIn) ||
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
    named: values.length,
    wildcards: values.filter((value) => String(value).includes('*')).length,
    place,
  };
}

/** Why the first of two rules that both match wins, as the end of a sentence. */
export function explainRank(winner: RankedRule, loser: RankedRule): string {
  if (!winner.builtIn && loser.builtIn) return 'a rule of the suite goes before a built-in one';
  if (winner.named !== loser.named) return `it names ${loser.named}, the winner ${winner.named}`;
  if (winner.wildcards !== loser.wildcards) return 'the winner has fewer wildcards';
  return 'the winner stands later in the file';
}
