import { useDeferredValue, useMemo } from 'react'
import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import type { Rounding, Rule } from '../../../contract/decisions/rule.ts'
import { decideBy } from './apply-rule.ts'
import { sumOf } from './effect.ts'
import { lackText } from './rule-text.ts'
import { countedText, sumText } from './sum-text.ts'

interface DecidePreviewProps {
  bases: readonly DecisionBasis[]
  rule: Rule
  round: Rounding
}

/** Text for the decisions that a rule would give, and for the prices that it cannot decide. */
export function DecidePreview({ bases, rule, round }: DecidePreviewProps) {
  const settled = useDeferredValue(rule)
  const { decisions, lacks } = useMemo(() => decideBy(settled, round, bases), [settled, round, bases])
  if (bases.length === 0)
    return <p role="status">В этих строках нет наших цен выбранного вида: решать нечего.</p>
  const sum = sumOf(decisions)
  return (
    <p role="status">
      {decisions.length > 0 && `${sumText(sum, countedText(sum)).join('; ')}. `}
      {lackText(lacks)}
    </p>
  )
}
