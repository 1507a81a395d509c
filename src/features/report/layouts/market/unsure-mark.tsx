import type { ReportRow } from '../../../../../contract/reports/report-row.ts'
import { scoreText } from '../../../market/texts.ts'

/** Probabilities of the prices that were matched by description and not for sure, by row and site. */
export type UnsureScores = ReadonlyMap<ReportRow, ReadonlyMap<string, number>>

export const NONE_UNSURE: UnsureScores = new Map()

/** Sign that marks a price whose listing may be another tyre. */
export function UnsureMark({ score }: { score: number | undefined }) {
  if (score === undefined) return null
  const words = `Сопоставлено неуверенно, ${scoreText(score)}`
  return (
    <span role="img" className="site-unsure" aria-label={words} title={words}>
      ≈
    </span>
  )
}
