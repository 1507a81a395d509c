import { trendOf } from '../../contract/format-cell.ts'
import type { Place, PriceKind } from './market.ts'
import { percent } from './words.ts'
import './change.css'

/** '▲ 3,2 %' since the compared day; nothing for a price that stayed. */
export function Change({ place, kind }: { place: Place; kind: PriceKind }) {
  const change = place.changes[kind]
  if (change === null || change === 0) return null
  const words = percent(change)
  const trend = trendOf(words, 'percent')
  if (!trend) return null
  return (
    <span className={`change change-${trend}`}>
      <span aria-hidden="true">
        {trend === 'rise' ? '▲' : '▼'} {words.slice(1)}
      </span>
      <span className="visually-hidden">
        {trend === 'rise' ? 'выросла' : 'снизилась'} на {words.slice(1)}
      </span>
    </span>
  )
}
