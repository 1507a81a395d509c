import { type Static, Type } from 'typebox'
import { OrNull, oneOf } from '../lib/schemas.ts'

/** Companion's summary of a day (specification 2.15). */

/** Number of each of the last days, the day itself last; null where it is unknown. */
const DailyCounts = Type.Array(OrNull(Type.Integer()))
export type DailyCounts = Static<typeof DailyCounts>

/** Number of a site's tyres with changed prices since the site's previous day. */
const SiteMoves = Type.Object({
  /** host name */
  site: Type.String(),
  /** YYYY-MM-DD */
  before: Type.String(),
  /** tyres with a price that rose, or fell; a tyre may have both */
  up: Type.Integer(),
  down: Type.Integer(),
})
export type SiteMoves = Static<typeof SiteMoves>

/** Market position of the own prices, as 'Рынок' displays it (specification 17.3). */
const OwnStanding = Type.Object({
  /** '' for all cities */
  city: Type.String(),
  kind: oneOf('retail', 'wholesale'),
  /** tyres above the competitors' median, at it, and below it */
  above: Type.Integer(),
  at: Type.Integer(),
  below: Type.Integer(),
  /** tyres for which no competitor is cheaper */
  cheapest: Type.Integer(),
})
export type OwnStanding = Static<typeof OwnStanding>

/** Largest change of a tyre's price. */
const TyreMove = Type.Object({
  /** key of the tyre, as tyreKey returns it */
  key: Type.String(),
  name: Type.String(),
  site: Type.String(),
  city: Type.String(),
  /** signed percent with one decimal */
  percent: Type.Number(),
})
export type TyreMove = Static<typeof TyreMove>

export const Today = Type.Object({
  version: Type.Literal(1),
  /** YYYY-MM-DD of the last prices; null without any */
  day: OrNull(Type.String()),
  /** sites with prices of the day and of an earlier one */
  sites: Type.Array(SiteMoves),
  /** sorted by number of tyres, descending; `dearer` counts the tyres above the median */
  own: Type.Array(Type.Object({ ...OwnStanding.properties, dearer: DailyCounts })),
  /** sorted by size, descending */
  moves: Type.Array(TyreMove),
  /** number of tyres with changed prices */
  moved: DailyCounts,
})
export type Today = Static<typeof Today>

/** Stored summary of one day; the counts of other days are added for an answer. */
export interface DaySummary extends Pick<Today, 'sites' | 'moves'> {
  own: OwnStanding[]
}

/** Number of days of a line. */
export const TODAY_DAYS = 30
