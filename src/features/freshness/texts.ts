import type { DayFreshness } from '../../../contract/dashboard/freshness.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { countText, type NounForms } from '../../ui/plural.ts'

/** Genitive forms of 'сайт', as used after 'всех' and 'из'. */
const OF_SITES: NounForms = ['сайта', 'сайтов', 'сайтов']
/** Texts for one and two sites, for which 'всех' is not used. */
const ALL: Readonly<Record<number, string>> = { 1: '1 сайта', 2: 'обоих сайтов' }
/** Maximum number of named sites without prices; the rest are counted. */
const NAMED = 2

/**
 * Formats 'Цены 9 из 10 сайтов за 21 ноя; rezina-opt.ru — за 20 ноя'; '' if there are no sites.
 * @param day YYYY-MM-DD
 */
export function freshnessText({ fresh, stale }: DayFreshness, day: string): string {
  const all = fresh.length + stale.length
  if (all === 0) return ''
  const latest = stale.at(-1)?.day
  if (fresh.length === 0 && latest) return `За ${formatDay(day)} цен нет, последние — за ${formatDay(latest)}`
  const sites = countText(all, OF_SITES)
  if (stale.length === 0) return `Цены ${ALL[all] ?? `всех ${sites}`} за ${formatDay(day)}`
  // Names the sites whose prices stopped most recently first, because older gaps are already known.
  const recent = stale.toReversed()
  const named = recent.slice(0, NAMED).map((one) => `${one.site} — за ${formatDay(one.day)}`)
  if (recent.length > NAMED) named.push(`ещё ${recent.length - NAMED}`)
  return `Цены ${fresh.length} из ${sites} за ${formatDay(day)}; ${named.join(', ')}`
}
