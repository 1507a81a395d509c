import { formatDay } from '../../ui/format-moment.ts'
import type { PlacePrice, PriceKind } from '../market/market.ts'
import type { Mark } from '../market/rank.ts'

const MARKS = {
  lowest: { sign: '▾', short: 'мин', name: 'самая низкая в городе' },
  highest: { sign: '▴', short: 'макс', name: 'самая высокая в городе' },
} as const

/** Badge that marks a city's lowest or highest price by a sign and text in addition to colour. */
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

/** Day since which the price has been the same: 'с 12 окт'. */
export function Since({ place, kind }: { place: PlacePrice; kind: PriceKind }) {
  const since = place.since[kind]
  if (since === null) return null
  return (
    <span className="tyre-since">
      с <time dateTime={since}>{formatDay(since)}</time>
    </span>
  )
}
