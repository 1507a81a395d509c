import type { OwnStanding, SiteMoves } from '../../../../contract/dashboard/today.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import type { Move } from '../../../../contract/reports/moves.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'

/** Quick filter and sort order of 'Рынок' that show the rows counted by a number of the own prices (17.5, 17.6). */
const ROWS = {
  above: { only: 'dearer', sort: '-market.percent' },
  at: { only: 'level', sort: 'market.percent' },
  below: { only: 'cheaper', sort: 'market.percent' },
  cheapest: { only: 'cheapest', sort: 'market.rank' },
} as const

export type TileLink = keyof typeof ROWS

/**
 * Returns the address of the market of a city, or of all cities, with the own tyres that a number counts.
 * @param day YYYY-MM-DD
 */
export function standingPath(day: string, { city, kind }: OwnStanding, place: TileLink): string {
  const { route } = kind === 'retail' ? REPORTS.retail : REPORTS.wholesale
  const where = city === '' ? {} : { city, in: city }
  return `${route}?${new URLSearchParams({ date: day, ...where, view: 'market', ...ROWS[place] })}`
}

/**
 * Returns the address of a site's price changes.
 * @param moved restricts them to rises or falls since the site's previous day, where the server compares days
 */
export function movesPath(day: string, { site, before }: SiteMoves, moved: Move | null): string {
  const path = changesPath(day, { site })
  return moved === null ? path : `${path}&${new URLSearchParams({ compare: before, moved })}`
}

/** Returns the address of a day's price changes, sorted by the largest deviation above or below the median. */
export function deviationsPath(day: string, place: Exclude<TileLink, 'cheapest'>): string {
  const sort = place === 'above' ? '-own.diffPercent' : 'own.diffPercent'
  return `${changesPath(day, {})}&${new URLSearchParams({ view: 'table', sort })}`
}
