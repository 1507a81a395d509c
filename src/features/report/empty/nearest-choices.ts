import { queryOptions } from '@tanstack/react-query'
import { readReportPage } from '../../../../contract/legacy/report-page.ts'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import { MAX_PAGE, type Report } from '../../../../contract/reports/reports.ts'
import { send } from '../../../data/client.ts'
import { httpErrorOf } from '../../../data/errors.ts'
import { listPath } from '../../../data/report-queries.ts'
import { longDay } from '../../report-choice/format-date.ts'
import { listRequest, type ReportChoice } from '../../report-choice/report-address.ts'

/** Maximum number of days on each side that are asked for rows. */
const MOST_DAYS = 4
/** Maximum number of other cities that are offered. */
const MOST_CITIES = 2

/** Choice that differs from an empty one in a filter, its day or its city. */
export interface NearChoice {
  choice: ReportChoice
  /** text of its button */
  text: string
  /** whether it only lacks filters of the empty choice */
  isFilter?: boolean
  /** number of its tyres, once counted */
  count?: number
}

export const onDay = (choice: ReportChoice, date: string): NearChoice => ({
  choice: { ...choice, date },
  text: `Показать данные за ${longDay(date)}`,
})

export function withoutFilter(choice: ReportChoice, name: FilterName): NearChoice {
  const { [name]: _, ...filters } = choice.filters
  const { [name]: __, ...sets } = choice.sets
  return { choice: { ...choice, filters, sets }, text: `Сбросить «${FILTERS[name].label}»`, isFilter: true }
}

/**
 * Query for the nearest choices with rows: without one of the filters, without all of them if none suffices, on the days
 * before and after, and in the cities that most of these tyres have. Only a companion answers its requests without rows.
 * @param names filters to leave out
 * @param days days with prices, newest first
 */
export const nearestChoicesQuery = (
  report: Report,
  choice: ReportChoice,
  names: readonly FilterName[],
  days: readonly string[],
) =>
  queryOptions({
    // The key is not one of the reports' keys, because those mark pages that a user waits for.
    queryKey: ['nearest-choices', listPath(listRequest(report, choice), 1), names, days],
    queryFn: async ({ signal }): Promise<{ choices: NearChoice[]; isDayEmpty: boolean }> => {
      const counted = async (near: NearChoice): Promise<NearChoice[]> => {
        // A page past the end of every list has the number of rows and none of them.
        const { totalRows } = await pageOf(report, near.choice, MAX_PAGE, signal)
        return totalRows ? [{ ...near, count: totalRows }] : []
      }
      const firstDay = async (dates: readonly string[]): Promise<NearChoice[]> => {
        for (const date of dates.slice(0, MOST_DAYS)) {
          const found = await counted(onDay(choice, date))
          if (found.length > 0) return found
        }
        return []
      }
      const bare: NearChoice = {
        choice: { ...choice, filters: {}, sets: {} },
        text: 'Сбросить все фильтры',
        isFilter: true,
      }
      const withFewer = async (): Promise<NearChoice[]> => {
        const found = await Promise.all(names.map((name) => counted(withoutFilter(choice, name))))
        const isOneEnough = names.length === 1 || found.some((one) => one.length > 0)
        return isOneEnough ? found.flat() : counted(bare)
      }
      const nearCities = async (): Promise<NearChoice[]> => {
        const found = (await citiesOf(report, choice, signal)).map((city) =>
          counted({
            choice: { ...choice, filters: { ...choice.filters, city } },
            text: `Город: ${city}`,
          }),
        )
        return (await Promise.all(found)).flat()
      }
      const [fewer, ...others] = await Promise.all([
        names.length > 0 ? withFewer() : [],
        firstDay(days.filter((day) => day < choice.date)),
        firstDay(days.filter((day) => day > choice.date).reverse()),
        nearCities(),
      ])
      return { choices: [fewer, ...others].flat(), isDayEmpty: names.length > 0 && fewer.length === 0 }
    },
    retry: false,
  })

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

async function pageOf(report: Report, choice: ReportChoice, page: number, signal: AbortSignal) {
  const path = listPath(listRequest(report, choice), page)
  const response = await send(path, { signal, cache: 'no-store' })
  if (!response.ok) throw await httpErrorOf(response)
  return readReportPage(report.layout, await response.text())
}
