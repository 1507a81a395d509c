import type { Decision, DecisionBasis } from '../../../contract/decisions/decision.ts'
import { roundPrice } from '../../../contract/decisions/round-price.ts'
import type { Rounding, Rule } from '../../../contract/decisions/rule.ts'

/** Input that a rule needs and a price may not have. */
export type Lack = 'proposed' | 'wholesale' | 'rivals' | 'cost'

type Outcome = { price: number } | { lack: Lack }

/** Returns the price by a rule (specification 19.3), or the input that is missing. */
export function priceBy(rule: Rule, round: Rounding, basis: DecisionBasis): Outcome {
  const wanted = wantedBy(rule, basis)
  return 'lack' in wanted ? wanted : { price: roundPrice(wanted.price, round, wanted.floor) }
}

function wantedBy(
  rule: Rule,
  basis: DecisionBasis,
): { price: number; floor: number | null } | { lack: Lack } {
  const { proposed, wholesale, cost, median, rivals } = basis
  const above = (price: number, percent: number) => price * (1 + percent / 100)
  switch (rule.by) {
    case 'proposed':
      return proposed === null ? { lack: 'proposed' } : { price: proposed, floor: null }
    case 'wholesale':
      return wholesale === null
        ? { lack: 'wholesale' }
        : { price: above(wholesale, rule.percent), floor: null }
    case 'median':
      return median === null ? { lack: 'rivals' } : { price: above(median, rule.percent), floor: null }
    case 'lowest': {
      const [lowest] = rivals
      if (lowest === undefined) return { lack: 'rivals' }
      if (rule.floor === null) return { price: lowest - rule.roubles, floor: null }
      return cost === null
        ? { lack: 'cost' }
        : { price: lowest - rule.roubles, floor: above(cost, rule.floor) }
    }
  }
}

/** Decisions by a rule, and for each missing input the number of prices without it. */
export interface Applied {
  decisions: Decision[]
  lacks: ReadonlyMap<Lack, number>
}

/** Decides prices by a rule. Comments of existing decisions are retained. */
export function decideBy(rule: Rule, round: Rounding, bases: readonly (DecisionBasis | Decision)[]): Applied {
  const lacks = new Map<Lack, number>()
  const applied = { ...rule, round }
  const decisions: Decision[] = []
  for (const basis of bases) {
    const outcome = priceBy(rule, round, basis)
    if ('lack' in outcome) lacks.set(outcome.lack, (lacks.get(outcome.lack) ?? 0) + 1)
    else {
      const comment = 'comment' in basis ? basis.comment : ''
      decisions.push({ ...basis, price: outcome.price, rule: applied, comment, checked: false })
    }
  }
  return { decisions, lacks }
}
