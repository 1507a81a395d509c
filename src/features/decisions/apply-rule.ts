import type { Decision, DecisionBasis } from '../../../contract/decisions/decision.ts'
import { type Lack, priceBy } from '../../../contract/decisions/price-by.ts'
import type { Rounding, Rule } from '../../../contract/decisions/rule.ts'

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
