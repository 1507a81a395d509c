import { formatDay } from '../../ui/format-moment.ts'
import type { Place, PriceKind } from '../market/market.ts'
import type { Mark } from '../market/standing.ts'

const MARKS = {
  lowest: { sign: '▾', short: 'мин', name: 'самая низкая в городе' },
  highest: { sign: '▴', short: 'макс', name: 'самая высокая в городе' },
} as const

/** Says by sign and words, not by colour alone, that a price is its city's lowest or highest. */
export function MarkBadge({ mark }: { mark: Mark }) {
  if (mark === null) return null
  const { sign, short, name } = MARKS[mark]
  return (
    <span className={`tyre-mark tyre-mark-${mark}`} title={name}>
      <span aria-hidden="true">
        {sign} {short}
      </span>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

/** 'с 12 окт'. */
export function Since({ place, kind }: { place: Place; kind: PriceKind }) {
  const since = place.since[kind]
  if (since === null) return null
  return (
    <span className="tyre-since">
      с <time dateTime={since}>{formatDay(since)}</time>
    </span>
  )
}
