import { setImmediate as others } from 'node:timers/promises'
import { type Decision, priceWarningsOf } from '../../../contract/decisions/decision.ts'
import { roundPrice } from '../../../contract/decisions/round-price.ts'
import type { OutletSettings, PublicationPreview } from '../../../contract/outlets/outlet.ts'
import { listOf } from '../../platform/db/in-list.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import type { OwnPriceReader } from '../decisions/own-prices.ts'
import { isWindows1251 } from './feed/write-feed.ts'
import type { OutletRow } from './outlet-store.ts'

/** Prices of a set that leave through an outlet, with the numbers of the others. */
export interface SelectedRows extends Omit<PublicationPreview, 'refusal' | 'prices'> {
  rows: OutletRow[]
  /** why they cannot be published; null if they can */
  refusal: string | null
}

/**
 * Selects the decided prices that an outlet publishes, with their own ids and rounded (specification 24.4).
 * @param withUnchecked whether prices that wait for a second look leave, too
 */
export async function selectRows(
  reader: OwnPriceReader,
  settings: OutletSettings,
  decisions: readonly Decision[],
  withUnchecked: boolean,
): Promise<SelectedRows> {
  const { kind, city, scope, rounding } = settings
  const selected = { other: 0, unchanged: 0, nameless: 0, unchecked: 0 }
  const leaving: { decision: Decision; price: number }[] = []
  for (const decision of decisions) {
    const price = roundPrice(decision.price, rounding)
    if (decision.kind !== kind || (city !== '' && decision.city !== city)) selected.other++
    else if (scope === 'changes' && price === decision.now) selected.unchanged++
    else if (
      !decision.checked &&
      priceWarningsOf(decision).length > 0 &&
      ++selected.unchecked &&
      !withUnchecked
    )
      continue
    else leaving.push({ decision, price })
  }
  const ids = await ownIds(reader, settings.ids, [...new Set(leaving.map(({ decision }) => decision.tyre))])
  const rows: OutletRow[] = []
  let largest: number | null = null
  for (const { decision, price } of leaving) {
    const { tyre, article, brand, name, size, city: at, day, now } = decision
    const fallback = settings.ids === 'article' && article !== '' ? [article] : []
    const own = ids.get(tyre) ?? fallback
    const before = rows.length
    for (const id of own) rows.push({ id, tyre, brand, name, size, city: at, kind, price, old: now, day })
    if (rows.length === before) selected.nameless++
    else if (now !== null && now > 0) largest = larger(largest, (price / now - 1) * 100)
  }
  return {
    ...selected,
    rows,
    largest_change: largest === null ? null : Math.round(largest * 10) / 10,
    refusal: refusalOf(rows, settings),
  }
}

const larger = (a: number | null, b: number): number => (a === null || Math.abs(b) > Math.abs(a) ? b : a)

/** Formats that have one price for each id. */
const ONE_PRICE: ReadonlySet<OutletSettings['format']> = new Set(['yml', 'commerceml'])

function refusalOf(
  rows: readonly OutletRow[],
  { format, ids, columns, encoding }: OutletSettings,
): string | null {
  if (rows.length === 0) return 'По настройкам выгрузки из этого набора не уходит ни одна цена.'
  const tellsCity = !ONE_PRICE.has(format) && columns.some(({ id }) => id === 'city')
  const word = ids === 'code' ? 'код' : 'артикул'
  // XML has references for the characters that an encoding lacks.
  const isNarrow = format === 'csv' && encoding === 'windows-1251'
  const seen = new Set<string>()
  for (const { id, city } of rows) {
    if (isNarrow && !isWindows1251(id))
      return `В кодировке Windows-1251 не записать ${word} ${id}: выберите UTF-8.`
    const key = JSON.stringify([id, tellsCity ? city : ''])
    if (seen.has(key)) {
      const advice = ONE_PRICE.has(format)
        ? 'Укажите город выгрузки.'
        : 'Укажите город выгрузки или добавьте столбец «Город».'
      return `У нескольких цен один ${word} ${id}: магазин не узнает, какая верна. ${tellsCity ? '' : advice}`.trim()
    }
    seen.add(key)
  }
  return null
}

/** Number of tyres per query. */
const CHUNK = 500

/**
 * Returns the articles or codes with which the own sites list tyres, by key of the tyre. A tyre that they list twice has
 * two.
 */
async function ownIds(
  { sql, keys, isOwnSite }: OwnPriceReader,
  kind: OutletSettings['ids'],
  tyres: readonly string[],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const sites = (await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites'))
    .filter(({ host }) => isOwnSite(host))
    .map(({ id }) => id)
  const keyOf = new Map<number, string>()
  for (const key of tyres) {
    const id = await keys(key)
    if (id !== undefined) keyOf.set(id, key)
  }
  const ids = [...keyOf.keys()]
  for (let from = 0; from < ids.length && sites.length > 0; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    const rows = await sql.all<{ tyre_id: number; code: string; specs: string }>`
      SELECT tyre_id, code, specs FROM listings
      WHERE excluded = '' AND site_id IN (${listOf(sites)}) AND tyre_id IN (${listOf(chunk)}) ORDER BY id`
    for (const { tyre_id: tyre, code, specs } of rows) {
      const own = kind === 'code' ? code : (JSON.parse(specs) as TyreSpecs).article
      const key = keyOf.get(tyre) as string
      if (own !== '') found.set(key, (found.get(key) ?? new Set()).add(own))
    }
    await others()
  }
  return found
}
