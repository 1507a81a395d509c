import { queryOptions } from '@tanstack/react-query'
import { percentMultiplier } from '../../../contract/lib/percent.ts'
import { type ProposalRule, proposedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { tyreKey } from '../../../contract/tyre/tyre-key.ts'
import { probePage } from '../../data/probe-page.ts'
import type { ReadPage } from '../../data/read-page.ts'
import { groupBy } from '../market/group-by.ts'
import { type Market, marketOfRow, numbersOf, rowOrigin } from '../market/market.ts'
import type { DisplayedTable } from '../report-choice/displayed-table.ts'
import { listRequest } from '../report-choice/report-address.ts'

/** Inputs from which an own retail price in one city is computed. */
export interface Basis {
  city: string
  /** own wholesale prices */
  wholesale: readonly number[]
  /** own costs */
  costs: readonly number[]
  /** lowest retail price of the competitors; null without any */
  competitor: number | null
  /** median of the competitors' retail prices; null without any */
  median: number | null
  /** lowest own retail price; null without one */
  now: number | null
}

/** Retail price that the rule of specification 10.8 proposes for a percent. */
export interface WhatIfOutcome extends Basis {
  price: number
  rule: ProposalRule
  /** whether the price is below every competitor's; false without competitors */
  cheapest: boolean
  /** margin over the lowest own cost in percent; null if the cost is unknown or 0 */
  margin: number | null
}

const byAlphabet = new Intl.Collator('ru').compare

/** Returns the inputs of the cities with an own wholesale price; without it, a percent changes nothing. */
export const whatIfBases = (market: Market): Basis[] =>
  allBases(market).filter(({ wholesale }) => wholesale.length > 0)

/** Returns the inputs for all cities, sorted by city. */
function allBases({ places }: Market): Basis[] {
  return [...groupBy(places, ({ city }) => city)]
    .map(([city, there]): Basis => {
      const own = there.filter((place) => place.own)
      const others = there.filter((place) => !place.own)
      return {
        city,
        wholesale: numbersOf(own, 'wholesale'),
        costs: numbersOf(own, 'cost'),
        competitor: lowest(numbersOf(others, 'retail')),
        median: statisticsOf(numbersOf(others, 'retail'))?.median ?? null,
        now: lowest(numbersOf(own, 'retail')),
      }
    })
    .sort((a, b) => byAlphabet(a.city, b.city))
}

/** Computes the prices for a percent, as a multiplier of two decimals (specification 4.8); null for none. */
export function outcomesAt(bases: readonly Basis[], percent: number | null): WhatIfOutcome[] {
  const multiplier = percent === null ? null : Number(percentMultiplier(percent))
  return bases.flatMap((basis) => {
    const { wholesale, costs, competitor, median } = basis
    // With a percent, the price does not depend on the competitors.
    const competitors = multiplier === null ? median : null
    const proposal = proposedPrice('retail', { wholesale, costs, competitors }, multiplier)
    if (!proposal) return []
    const { price } = proposal
    const cost = lowest(costs)
    const margin = cost === null || cost === 0 ? null : Math.round(((price - cost) / cost) * 1000) / 10
    return [{ ...basis, ...proposal, cheapest: competitor !== null && price < competitor, margin }]
  })
}

/** Summary of prices in many cities or of many tyres. */
interface WhatIfSum {
  count: number
  /** number of prices below all competitors' prices */
  cheapest: number
  compared: number
  /** mean of the known margins in percent; null if none is known */
  margin: number | null
}

export function whatIfSum(outcomes: readonly WhatIfOutcome[]): WhatIfSum {
  const margins = outcomes.map(({ margin }) => margin).filter((margin) => margin !== null)
  const total = margins.reduce((sum, margin) => sum + margin, 0)
  return {
    count: outcomes.length,
    cheapest: outcomes.filter(({ cheapest }) => cheapest).length,
    compared: outcomes.filter(({ competitor }) => competitor !== null).length,
    margin: margins.length === 0 ? null : Math.round((total / margins.length) * 10) / 10,
  }
}

/**
 * Derives the own wholesale price and cost in a city from the prices proposed for the multipliers 1 and 2. Lists of
 * proposals do not contain them, but a proposed price above the cost is proportional to the multiplier.
 * @returns null if the price does not depend on the percent because there is no own wholesale price
 */
export function basisBehind(once: number, twice: number): Pick<Basis, 'wholesale' | 'costs'> | null {
  if (!(twice > once) || once <= 0) return null
  // From the multiplier 2, because the price for the multiplier 1 may have been raised to the cost.
  const wholesale = Math.min(once, Math.round(twice * 50) / 100)
  return { wholesale: [wholesale], costs: once > wholesale ? [once] : [] }
}

type IsOwnSite = (host: string) => boolean

/** Returns the inputs of own retail prices for all tyres of the page that have an own wholesale price. */
export function pageBases(table: DisplayedTable, isOwnSite: IsOwnSite): Basis[] {
  return table.rows.flatMap((row) => whatIfBases(marketOfRow(row, rowOrigin(table, isOwnSite))))
}

/** Returns whether the table's rows lack own wholesale prices and costs, from which its proposals are computed. */
export const hidesBases = ({ report, choice }: DisplayedTable): boolean =>
  report.layout === 'proposals' && choice.priceType === 'retail'

/** Query for the inputs of a page of proposals, derived from the prices for the multipliers 1 and 2. */
export function pageBasesQuery(table: DisplayedTable, isOwnSite: IsOwnSite) {
  const { report, choice, page, rows, arranged } = table
  const request = { ...listRequest(report, choice), arranged }
  return queryOptions({
    queryKey: ['page-bases', request, page],
    queryFn: async ({ signal }) => {
      const at = (percent: string) => probePage({ ...request, percent }, page, signal)
      const [once, twice] = (await Promise.all([at('1'), at('2')])).map(rowsByKey)
      return rows.flatMap((row) => {
        const key = tyreKey(row.specs)
        const proposedIn = (among: ReadonlyMap<string, ReportRow> | undefined, city: string) =>
          among?.get(key)?.cities.get(city)?.statistics.proposed
        return allBases(marketOfRow(row, rowOrigin(table, isOwnSite))).flatMap((basis): Basis[] => {
          const [low, high] = [proposedIn(once, basis.city), proposedIn(twice, basis.city)]
          const behind = typeof low === 'number' && typeof high === 'number' ? basisBehind(low, high) : null
          return behind ? [{ ...basis, ...behind, costs: [...behind.costs, ...basis.costs] }] : []
        })
      })
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const rowsByKey = ({ rows }: ReadPage): ReadonlyMap<string, ReportRow> =>
  new Map(rows.map((row) => [tyreKey(row.specs), row]))
