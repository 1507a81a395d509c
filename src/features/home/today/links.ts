import type { OwnStanding, SiteMoves } from '../../../../contract/dashboard/today.ts'
import { changesPath } from '../../../../contract/reports/changes-path.ts'
import type { Move } from '../../../../contract/reports/moves.ts'
import { REPORTS } from '../../../../contract/reports/reports.ts'

/** Which rows of 'Рынок' a number of the own prices counts: a quick filter, and the order that brings them to the front (17.5, 17.6). */
const ROWS = {
  above: { only: 'dearer', sort: '-market.percent' },
  at: { only: 'level', sort: 'market.percent' },
  below: { only: 'cheaper', sort: 'market.percent' },
  cheapest: { only: 'cheapest', sort: 'market.rank' },
} as const

export type Place = keyof typeof ROWS

/** The market of a city, or of all of them, with the own tyres that a number counts. @param day YYYY-MM-DD */
export function standingPath(day: string, { city, kind }: OwnStanding, place: Place): string {
  const { route } = kind === 'retail' ? REPORTS.retail : REPORTS.wholesale
  const where = city === '' ? {} : { city, in: city }
  return `${route}?${new URLSearchParams({ date: day, ...where, view: 'market', ...ROWS[place] })}`
}

/**
 * The price changes of a site.
 * @param moved of these alone, compared with the site's day before, where the server compares days
 */
export function movesPath(day: string, { site, before }: SiteMoves, moved: Move | null): string {
  const path = changesPath(day, { site })
  return moved === null ? path : `${path}&${new URLSearchParams({ compare: before, moved })}`
}

/** The price changes of a day, those furthest above or below the median first. */
export function deviationsPath(day: string, place: Exclude<Place, 'cheapest'>): string {
  const sort = place === 'above' ? '-own.diffPercent' : 'own.diffPercent'
  return `${changesPath(day, {})}&${new URLSearchParams({ view: 'table', sort })}`
}
