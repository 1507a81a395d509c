import { addDays } from '../../../contract/lib/dates.ts'
import { listed } from '../../../contract/lib/listed.ts'
import type { TyreHistory } from '../../../contract/tyre/history-answer.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { money, percent } from '../market/price-texts.ts'
import type { NamedLine } from './chart-lines.ts'
import { type ChangeOfSites, type PricesWithStock, type Span, sitesOn } from './history.ts'

interface Drawn {
  history: TyreHistory
  /** day of the first price, YYYY-MM-DD */
  from: string
  /** own prices by day; null without own sites */
  ours: PricesWithStock | null
  /** sites whose lines are displayed */
  shown: readonly (PricesWithStock & { site: string })[]
  changes: readonly ChangeOfSites[]
}

/** Returns text for a day of the chart: '21 ноя: медиана 6 740, от 5 750 до 7 080, наша 6 740, сайтов 3 (без b.ru)'. */
export function tyreDayText({ history, from, ours, shown, changes }: Drawn, day: number): string {
  const at = formatDay(addDays(from, day))
  const [min, median, max] = [history.min[day], history.median[day], history.max[day]]
  if (median === null || median === undefined) return `${at}: нет данных`
  const parts = [`медиана ${money(median)}`, `от ${money(min ?? null)} до ${money(max ?? null)}`]
  const priced = ({ prices, out }: PricesWithStock) =>
    `${money(prices[day] ?? null)}${out.has(day) ? ' (нет в наличии)' : ''}`
  if (ours) parts.push(`наша ${priced(ours)}`)
  for (const one of shown) parts.push(`${one.site} ${priced(one)}`)
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

/** Returns a note that the median may have changed although no price did; null if sites stayed the same. */
export function siteChangesNote(changes: readonly ChangeOfSites[], from: string): string | null {
  const days = changes.toReversed().map(({ day }) => formatDay(addDays(from, day)))
  if (days.length === 0) return null
  return `Набор сайтов или складов с ценами менялся: ${listed(days, NAMED)}. Медиана могла сдвинуться и без изменения цен.`
}

/** Returns a note on periods without stock, the pale parts of the chart's lines, within `span`; null without any. */
export function outText(
  lines: readonly { name: string; out?: ReadonlySet<number> }[],
  { first, last }: Span,
  from: string,
): string | null {
  const parts = lines.flatMap(({ name, out }) => {
    const days = [...(out ?? [])].filter((day) => day >= first && day <= last).sort((a, b) => a - b)
    const starts = days.filter((day) => !out?.has(day - 1) || day === first)
    const periods = starts.map((start) => {
      const end = days.find((day) => day >= start && (!out?.has(day + 1) || day === last)) as number
      const [a, b] = [formatDay(addDays(from, start)), formatDay(addDays(from, end))]
      return start === end ? a : `${a} – ${b}`
    })
    return periods.length === 0 ? [] : [`${name} ${listed(periods.toReversed(), NAMED)}`]
  })
  return parts.length === 0 ? null : `Нет в наличии (бледная линия): ${parts.join('; ')}.`
}

/** Prices of one or two days: '16 апр — 4 500 ₽, 17 апр — 4 700 ₽ (+4,4 %)'; `from` is the day of the first one. */
export function fewDaysText(
  { prices, uncomparable }: Omit<NamedLine, 'name'>,
  days: readonly number[],
  from: string,
): string {
  return days
    .map((day, index) => {
      const at = formatDay(addDays(from, day))
      const [before, now] = [
        index === 0 ? null : (prices[days[index - 1] as number] ?? null),
        prices[day] ?? null,
      ]
      if (now === null) return `${at} — нет`
      if (before === null) return `${at} — ${money(now)} ₽`
      if (uncomparable?.has(day)) return `${at} — ${money(now)} ₽ (по другому набору сайтов)`
      if (before === now) return `${at} — без изменений`
      const change = before === 0 ? '' : ` (${percent(((now - before) / before) * 100)})`
      return `${at} — ${money(now)} ₽${change}`
    })
    .join(', ')
}
