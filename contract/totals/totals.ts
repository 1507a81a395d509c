import { type Static, Type } from 'typebox'
import { addDays, dayNumber } from '../lib/dates.ts'
import { closed, OrNull, oneOf, Text } from '../lib/schemas.ts'

export const TOTALS_PERIODS = ['week', 'month'] as const
export type TotalsPeriodKind = (typeof TOTALS_PERIODS)[number]

const MAX_NAME_LENGTH = 200

/** Query of the totals: the period that contains `day`, by default the last day with prices, and the filters. */
export const TotalsQuery = Type.Object(
  {
    period: Type.Optional(oneOf(...TOTALS_PERIODS)),
    day: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, день периода' })),
    site: Type.Optional(Text(MAX_NAME_LENGTH)),
    brand: Type.Optional(Text(MAX_NAME_LENGTH)),
    city: Type.Optional(Text(MAX_NAME_LENGTH)),
  },
  closed,
)
export type TotalsQuery = Static<typeof TotalsQuery>

/** First and last day, YYYY-MM-DD. */
const TotalsPeriod = Type.Object({ from: Type.String(), to: Type.String() })
export type TotalsPeriod = Static<typeof TotalsPeriod>

/** Returns the calendar week (Monday to Sunday) or month that contains a day. */
export function totalsPeriod(kind: TotalsPeriodKind, day: string): TotalsPeriod {
  if (kind === 'week') {
    // 1970-01-01 was a Thursday.
    const from = addDays(day, -((((dayNumber(day) + 3) % 7) + 7) % 7))
    return { from, to: addDays(from, 6) }
  }
  const from = `${day.slice(0, 7)}-01`
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) }
}

/** Returns the period before. */
export const periodBefore = (kind: TotalsPeriodKind, { from }: TotalsPeriod): TotalsPeriod =>
  totalsPeriod(kind, addDays(from, -1))

/** Figures of a selection of tyres, cities and sites over some days (specification 27.1). */
const TotalsFigures = Type.Object({
  /** price index with one decimal, 100 is the competitors' median; null without a weight */
  index: OrNull(Type.Number()),
  /** sum of the weights: own stock of all days */
  weight: Type.Number(),
  /** comparisons: a tyre of a day in a city with an own and a competitor's price */
  pairs: Type.Integer(),
  /** comparisons without a lower price of a competitor */
  first: Type.Integer(),
  /** median of the days to the answer of undercuts, with one decimal; null without an answered one */
  reaction: OrNull(Type.Number()),
  answered: Type.Integer(),
  open: Type.Integer(),
  own_up: Type.Integer(),
  own_down: Type.Integer(),
  /** price changes of competitors */
  up: Type.Integer(),
  down: Type.Integer(),
})
export type TotalsFigures = Static<typeof TotalsFigures>

const FigureGroup = Type.Object({
  name: Type.String(),
  now: TotalsFigures,
  before: TotalsFigures,
})
export type FigureGroup = Static<typeof FigureGroup>

/** Listings of a site now (specification 21.7), without those that are left out. */
const TotalsCoverage = Type.Object({ matched: Type.Integer(), listings: Type.Integer() })
export type TotalsCoverage = Static<typeof TotalsCoverage>

/** Values that the filters can have. */
const TotalsChoices = Type.Object({
  sites: Type.Array(Type.String()),
  brands: Type.Array(Type.String()),
  cities: Type.Array(Type.String()),
})

/** Filters; '' for all. */
const TotalsFilters = Type.Object({ site: Type.String(), brand: Type.String(), city: Type.String() })
export type TotalsFilters = Static<typeof TotalsFilters>

/** Competitor without prices on days on which others have some. */
const SiteAbsence = Type.Object({ site: Type.String(), days: Type.Array(Type.String()) })
export type SiteAbsence = Static<typeof SiteAbsence>

export const TotalsReport = Type.Object({
  kind: oneOf(...TOTALS_PERIODS),
  period: TotalsPeriod,
  former: TotalsPeriod,
  filters: TotalsFilters,
  now: TotalsFigures,
  before: TotalsFigures,
  /** days of the period that have begun; figures are null for a day without own prices or those of the chosen site */
  days: Type.Array(Type.Object({ day: Type.String(), figures: OrNull(TotalsFigures) })),
  /** number of days of the former period with both prices */
  former_days: Type.Integer(),
  /** number of days with own prices, in the period and in the former one */
  own_days: Type.Integer(),
  former_own_days: Type.Integer(),
  /** competitors of either period that are missing on some days, the largest first */
  absent: Type.Array(SiteAbsence),
  former_absent: Type.Array(SiteAbsence),
  sites: Type.Array(
    Type.Object({ ...FigureGroup.properties, own: Type.Boolean(), coverage: OrNull(TotalsCoverage) }),
  ),
  brands: Type.Array(FigureGroup),
  cities: Type.Array(FigureGroup),
  /** of the chosen site, or of all sites */
  coverage: TotalsCoverage,
  choices: TotalsChoices,
})
export type TotalsReport = Static<typeof TotalsReport>

export const TotalsAnswer = Type.Object({
  version: Type.Literal(1),
  /** days that are being summed up: `done` of `of`; null if `report` is complete */
  counting: OrNull(Type.Object({ done: Type.Integer(), of: Type.Integer() })),
  /** null while days are being summed up, and if there are no prices at all */
  report: OrNull(TotalsReport),
})
export type TotalsAnswer = Static<typeof TotalsAnswer>

export const TotalsMailAnswer = Type.Object({
  on: Type.Boolean(),
  /** reason why mails cannot be sent; null if they can */
  obstacle: OrNull(oneOf('server', 'address')),
})
