import type { OwnStanding, SiteMoves } from '../../../../contract/dashboard/today.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import { exceptName } from '../../../../contract/reports/filter-sets.ts'
import type { Move } from '../../../../contract/reports/moves.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'

/** Quick filter and sort of each number of the tile with own prices (specification 17.5 and 17.6). */
const ROWS = {
  above: { only: 'dearer', sort: '-market.percent' },
  at: { only: 'level', sort: 'market.percent' },
  below: { only: 'cheaper', sort: 'market.percent' },
  cheapest: { only: 'cheapest', sort: 'market.rank' },
} as const

export type TileLink = keyof typeof ROWS

/** Returns the URL of the own tyres that the number counts, in one city or all: as a market, or as a list. */
export function standingPath(
  day: string,
  { city, kind }: OwnStanding,
  place: TileLink,
  phone: boolean,
): string {
  const { route } = kind === 'retail' ? REPORTS.retail : REPORTS.wholesale
  const where = city === '' ? {} : { city, in: city }
  const view = phone ? 'list' : 'market'
  return `${route}?${new URLSearchParams({ date: day, ...where, view, ...ROWS[place] })}`
}

/** Layout whose first screen has the changes: the wide table has them to the right of what describes the tyre. */
const MOVES_VIEW = ['view', 'list']

/** Returns the URL of a site's price changes on a day. @param moved null if the server does not compare days */
export function movesPath(day: string, { site, before }: SiteMoves, moved: Move | null): string {
  const compared =
    moved === null
      ? []
      : [
          ['compare', before],
          ['moved', moved],
        ]
  return `${changesPath(day, { site })}&${new URLSearchParams([...compared, MOVES_VIEW])}`
}

/** Returns the URL of the competitors' price falls since a day. @param own hosts with prices of both days */
export function fallsPath(day: string, since: string, own: readonly string[]): string {
  const query = new URLSearchParams([
    ...own.map((site) => [exceptName('site'), site]),
    ['compare', since],
    ['moved', 'down'],
    MOVES_VIEW,
  ])
  return `${changesPath(day, {})}&${query}`
}

/** Returns the URL of a day's price changes by deviation: the highest first for 'above', else the lowest. */
export function deviationsPath(day: string, place: Exclude<TileLink, 'cheapest'>): string {
  const sort = place === 'above' ? '-own.diffPercent' : 'own.diffPercent'
  return `${changesPath(day, {})}&${new URLSearchParams({ view: 'table', sort })}`
}
