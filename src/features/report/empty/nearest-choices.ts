import { queryOptions } from '@tanstack/react-query'
import { readReportPage } from '../../../../contract/legacy/report-page.ts'
import { MAX_PAGE, type Report } from '../../../../contract/reports/reports.ts'
import { send } from '../../../data/client.ts'
import { httpErrorOf } from '../../../data/errors.ts'
import { listPath } from '../../../data/report-queries.ts'
import { listRequest, type ReportChoice } from '../../report-choice/report-address.ts'

/** Maximum number of days on each side that are asked for rows. */
const MOST_DAYS = 4
/** Maximum number of other cities that are offered. */
const MOST_CITIES = 2

/** Choice that differs from an empty one in its day or city, and has rows. */
export interface NearChoice {
  choice: ReportChoice
  differs: 'day' | 'city'
  /** number of tyres */
  count: number
}

/**
 * Query for the nearest choices with rows: the same filters on the days before and after, and in the cities that most
 * of these tyres have. Sends at most eleven requests, usually five, which only a companion answers without rows.
 * @param days days with prices, newest first
 */
export const nearestChoicesQuery = (report: Report, choice: ReportChoice, days: readonly string[]) =>
  queryOptions({
    queryKey: ['nearest-choices', listPath(listRequest(report, choice), 1), days],
    queryFn: async ({ signal }): Promise<NearChoice[]> => {
      const { date } = choice
      const sides = [days.filter((day) => day < date), days.filter((day) => day > date).reverse()]
      const found = await Promise.all([
        ...sides.map((side) => firstDay(report, choice, side.slice(0, MOST_DAYS), signal)),
        nearCities(report, choice, signal),
      ])
      return found.flat()
    },
    retry: false,
  })

/** Returns the choice on the first of these days that has rows; [] if none has. */
async function firstDay(
  report: Report,
  choice: ReportChoice,
  days: readonly string[],
  signal: AbortSignal,
): Promise<NearChoice[]> {
  for (const date of days) {
    const near = { ...choice, date }
    const count = await countRows(report, near, signal)
    if (count > 0) return [{ choice: near, differs: 'day', count }]
  }
  return []
}

/** Returns the choice in each of the cities that most of its tyres have, if it has rows there. */
async function nearCities(report: Report, choice: ReportChoice, signal: AbortSignal): Promise<NearChoice[]> {
  const counted = (await citiesOf(report, choice, signal)).map(async (city): Promise<NearChoice> => {
    const near = { ...choice, filters: { ...choice.filters, city } }
    return { choice: near, differs: 'city', count: await countRows(report, near, signal) }
  })
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
}

/** Returns the cities with the most tyres on the first page of the choice without its city; [] if it has no city. */
async function citiesOf(report: Report, choice: ReportChoice, signal: AbortSignal): Promise<string[]> {
  const { city, ...filters } = choice.filters
  if (!city) return []
  const { rows } = await pageOf(report, { ...choice, filters }, 1, signal)
  const counts = new Map<string, number>()
  for (const row of rows) for (const name of row.cities.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  counts.delete(city)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_CITIES)
    .map(([name]) => name)
}

/** Counts by a page past the end of every list, whose answer has the number of rows and none of them. */
const countRows = async (report: Report, choice: ReportChoice, signal: AbortSignal): Promise<number> =>
  (await pageOf(report, choice, MAX_PAGE, signal)).totalRows ?? 0

async function pageOf(report: Report, choice: ReportChoice, page: number, signal: AbortSignal) {
  const path = listPath(listRequest(report, choice), page)
  const response = await send(path, { signal, cache: 'no-store' })
  if (!response.ok) throw await httpErrorOf(response)
  return readReportPage(report.layout, await response.text())
}
