import type { ReportRow } from '../../../../contract/reports/report-row.ts'
import { scoreText } from '../../market/price-texts.ts'
import type { Mark } from '../../market/rank.ts'

const SIGNS = {
  lowest: { sign: '▾', name: 'самая низкая' },
  highest: { sign: '▴', name: 'самая высокая' },
} as const

/** Sign that marks the lowest or the highest price of a tyre; colour alone would not be accessible. */
export function SiteMark({ mark }: { mark: Mark }) {
  if (mark === null) return null
  const { sign, name } = SIGNS[mark]
  return (
    <span role="img" className={`site-${mark}`} aria-label={name} title={name}>
      {sign}
    </span>
  )
}

const OUT = 'нет в наличии'

export function OutOfStock() {
  return (
    <span role="img" className="site-out text-muted" aria-label={OUT} title={OUT}>
      ○
    </span>
  )
}

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
