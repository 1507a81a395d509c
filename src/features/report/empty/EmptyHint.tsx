import { queryOptions, useQuery } from '@tanstack/react-query'
import { filterNamesOf } from '../../../../contract/reports/filter-sets.ts'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import { MAX_PAGE, type Report } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { probePage } from '../../../data/probe-page.ts'
import { filterOptionsQuery, listPath, vehicleTypesQuery } from '../../../data/report-queries.ts'
import { useSession } from '../../../session/useSession.ts'
import { Button } from '../../../ui/Button.tsx'
import { TYRES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { longDay } from '../../report-choice/format-date.ts'
import { listRequest, type ReportChoice } from '../../report-choice/report-address.ts'

export interface EmptyHintProps {
  report: Report
  /** choice whose table is empty */
  choice: ReportChoice
  /** whether the filters may be the reason */
  asks: boolean
  onApply(choice: ReportChoice): void
}

/**
 * Buttons for the choices that differ least from an empty one: without one of its filters, on another day or in another
 * city. A companion counts their tyres, and choices without any are left out; before another backend and without a
 * network, the filters and the nearest days with prices are offered without numbers.
 */
export function EmptyHint({ report, choice, asks, onApply }: EmptyHintProps) {
  const { offline } = useSession()
  const counts = useQuery(companionQuery).data?.offers.includes('order') === true && !offline
  const { days, strangers } = useFilterOptions(choice)
  const isOtherDay = days !== undefined && days.length > 0 && !days.includes(choice.date)
  const chosen = asks && strangers?.length === 0 && !isOtherDay ? filterNamesOf(choice) : []
  const { data, isFetching, isError } = useQuery({
    ...nearestChoicesQuery(report, choice, chosen, days ?? []),
    enabled: counts && days !== undefined && strangers !== undefined,
  })
  const nearestDays = [days?.find((day) => day < choice.date), days?.findLast((day) => day > choice.date)]
  const offered = [
    ...(asks ? (strangers ?? []) : []).map((name) => withoutFilter(choice, name)),
    ...(data?.choices ?? []),
    ...(counts ? [] : chosen.map((name) => withoutFilter(choice, name))),
    ...(isOtherDay && (isError || !counts) ? nearestDays : []).flatMap((day) =>
      day ? onDay(choice, day) : [],
    ),
  ]
  return (
    <>
      {asks && strangers && strangers.length > 0 && (
        <p>{strangers.map((name) => strangerText(name, choice)).join(' ')}</p>
      )}
      {data?.isDayEmpty && <p>За этот день здесь нет строк и без фильтров.</p>}
      {!isFetching && offered.length > 0 && (
        <div className="empty-actions">
          {offered.map(({ text, count, isFilter, choice: near }) => (
            <Button key={text} variant={isFilter ? 'secondary' : 'quiet'} onClick={() => onApply(near)}>
              {count === undefined ? text : `${text} · ${countText(count, TYRES)}`}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/**
 * Returns what the filter options show without another request: the days with prices, and `strangers`, the chosen
 * filters whose values are not listed. Both are undefined until the options have loaded.
 */
function useFilterOptions(choice: ReportChoice): { days?: readonly string[]; strangers?: FilterName[] } {
  const options = useQuery(filterOptionsQuery)
  const vehicles = useQuery(vehicleTypesQuery)
  if (options.isLoading || vehicles.isLoading) return {}
  const { lists, dates } = options.data ?? { lists: {}, dates: [] }
  const strangers = filterNamesOf(choice).filter((name) => {
    const list = [...(name === 'vehicle' ? (vehicles.data?.types ?? []) : []), ...(lists[name] ?? [])]
    const wanted = wantedOf(name, choice)
    return list.length > 0 && wanted.length > 0 && !wanted.some((value) => list.includes(value))
  })
  return { days: dates, strangers }
}

const list = new Intl.ListFormat('ru-RU')

/** Returns a sentence about a filter whose chosen values are not in its list of options. */
function strangerText(name: FilterName, choice: ReportChoice): string {
  const values = wantedOf(name, choice)
  return `В списке «${FILTERS[name].label}» нет ${values.length > 1 ? 'значений' : 'значения'} ${list.format(values.map((value) => `«${value}»`))}.`
}

/** Returns the values of which a tyre must have one; [] for a filter that only excludes values. */
function wantedOf(name: FilterName, { filters, sets }: ReportChoice): readonly string[] {
  const set = sets[name]
  if (set) return set.except ? [] : set.values
  return [filters[name] ?? '']
}

/** Maximum number of days on each side that are asked for rows. */
const MAX_DAYS = 4
/** Maximum number of other cities that are offered. */
const MAX_CITIES = 2

/** Choice that differs from an empty one in a filter, its day or its city. */
interface NearChoice {
  choice: ReportChoice
  /** text of its button */
  text: string
  /** whether it only lacks filters of the empty choice */
  isFilter?: boolean
  /** number of its tyres, once counted */
  count?: number
}

const onDay = (choice: ReportChoice, date: string): NearChoice => ({
  choice: { ...choice, date },
  text: `Показать данные за ${longDay(date)}`,
})

function withoutFilter(choice: ReportChoice, name: FilterName): NearChoice {
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
const nearestChoicesQuery = (
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
        for (const date of dates.slice(0, MAX_DAYS)) {
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
    .slice(0, MAX_CITIES)
    .map(([name]) => name)
}

const pageOf = (report: Report, choice: ReportChoice, page: number, signal: AbortSignal) =>
  probePage(listRequest(report, choice), page, signal)
