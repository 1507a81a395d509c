import { addDays } from '../../../contract/lib/dates.ts'
import type { DailyPrices, TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { listed, money } from '../market/texts.ts'
import { type ChangeOfSites, sitesOn } from './history.ts'

interface Drawn {
  history: TyreHistory
  /** day of the first price, YYYY-MM-DD */
  from: string
  /** own prices by day; null without own sites */
  ours: DailyPrices | null
  /** sites whose lines are displayed */
  shown: readonly { site: string; prices: DailyPrices }[]
  changes: readonly ChangeOfSites[]
}

/** Returns text for a day of the chart: '21 ноя: медиана 6 740, от 5 750 до 7 080, наша 6 740, сайтов 3 (без b.ru)'. */
export function tyreDayText({ history, from, ours, shown, changes }: Drawn, day: number): string {
  const at = formatDay(addDays(from, day))
  const [min, median, max] = [history.min[day], history.median[day], history.max[day]]
  if (median === null || median === undefined) return `${at}: нет данных`
  const parts = [`медиана ${money(median)}`, `от ${money(min ?? null)} до ${money(max ?? null)}`]
  if (ours) parts.push(`наша ${money(ours[day] ?? null)}`)
  for (const { site, prices } of shown) parts.push(`${site} ${money(prices[day] ?? null)}`)
  const others = changes.find((change) => change.day === day)
  parts.push(`сайтов ${sitesOn(history, day)}${others ? ` (${otherSites(others)})` : ''}`)
  return `${at}: ${parts.join(', ')}`
}

function otherSites({ came, went, moved }: ChangeOfSites): string {
  const groups = [
    ['снова или впервые', came],
    ['без', went],
    ['по другим складам', moved],
  ] as const
  return groups
    .flatMap(([words, sites]) => (sites.length > 0 ? [`${words} ${listed(sites, NAMED)}`] : []))
    .join(', ')
}

/** Maximum number of named sites or days. */
const NAMED = 3

/**
 * Returns a note that the median may have changed although no price did; null if the same sites and warehouses had
 * prices on all days.
 */
export function changesText(changes: readonly ChangeOfSites[], from: string): string | null {
  const days = changes.toReversed().map(({ day }) => formatDay(addDays(from, day)))
  if (days.length === 0) return null
  return `Набор сайтов или складов с ценами менялся: ${listed(days, NAMED)}. Медиана могла сдвинуться и без изменения цен.`
}
