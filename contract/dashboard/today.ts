import { type Static, Type } from 'typebox'
import { OrNull, oneOf } from '../lib/schemas.ts'

/** The companion's summary of a day (specification 2.15). */

/** One number per day, oldest first, up to the day of the summary; null if unknown. */
const DailyCounts = Type.Array(OrNull(Type.Integer()))
export type DailyCounts = Static<typeof DailyCounts>

/** Numbers of a site's tyres whose prices changed since the site's previous day. */
const SiteMoves = Type.Object({
  /** host name */
  site: Type.String(),
  /** the site's previous day, YYYY-MM-DD */
  before: Type.String(),
  /** numbers of tyres with a price that rose (`up`) or fell (`down`); a tyre can count in both */
  up: Type.Integer(),
  down: Type.Integer(),
})
export type SiteMoves = Static<typeof SiteMoves>

/** Market position of the own prices, as 'Рынок' displays it (specification 17.3). */
const OwnStanding = Type.Object({
  /** '' for all cities */
  city: Type.String(),
  kind: oneOf('retail', 'wholesale'),
  /** numbers of tyres priced above, at and below the competitors' median */
  above: Type.Integer(),
  at: Type.Integer(),
  below: Type.Integer(),
  /** number of tyres for which no competitor is cheaper */
  cheapest: Type.Integer(),
})
export type OwnStanding = Static<typeof OwnStanding>

/** Largest price change of a tyre. */
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

/** Competitors' price falls since their last day before the summarised one. */
const MarketFalls = Type.Object({
  /** last day before with prices of a competitor, YYYY-MM-DD; sites with other previous days are not counted */
  since: Type.String(),
  /** number of tyres with a price that fell at any of these sites */
  tyres: Type.Integer(),
})
export type MarketFalls = Static<typeof MarketFalls>

export const Today = Type.Object({
  version: Type.Literal(1),
  /** last day with prices, YYYY-MM-DD; null if there are none */
  day: OrNull(Type.String()),
  /** sites with prices of the day and of an earlier day */
  sites: Type.Array(SiteMoves),
  /** sorted by number of tyres, descending; `dearer` counts the tyres above the median per day */
  own: Type.Array(Type.Object({ ...OwnStanding.properties, dearer: DailyCounts })),
  /** null if there is no earlier day to compare with; servers up to version 2.0 do not send it */
  fallen: Type.Optional(OrNull(MarketFalls)),
  /** sorted by size of the change, descending */
  moves: Type.Array(TyreMove),
  /** numbers of tyres with changed prices */
  moved: DailyCounts,
})
export type Today = Static<typeof Today>

/** Summary of one day as stored; an answer combines it with the counts of other days. */
export interface DaySummary extends Pick<Today, 'sites' | 'moves' | 'fallen'> {
  own: OwnStanding[]
}

/** Number of days in DailyCounts. */
export const TODAY_DAYS = 30
