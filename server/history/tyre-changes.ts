import { dayNumber } from '../../contract/lib/dates.ts'
import { getOrAdd } from '../../contract/lib/get-or-add.ts'
import type { ReadSql } from '../platform/db/db.ts'
import { inList } from '../platform/db/in-list.ts'
import { lastTyreId, tyreRanges } from '../prices/tyre-catalog.ts'
import { STOCK, VALUES_PER_LOCATION } from './changes.ts'

/** Tyres and sites whose history is read. */
export interface HistorySelection {
  /** ids in ascending order; null for all tyres */
  tyres: Uint32Array | null
  siteIds: readonly number[]
  /** YYYY-MM-DD, last day */
  upTo: string
}

/** History of one tyre. The next tyre overwrites it: a million objects would take longer than everything else. */
export class TyreChanges {
  tyre = 0
  /** number of changes, which are the first ones of the following arrays */
  count = 0
  readonly siteIds: number[] = []
  /** day numbers */
  readonly days: number[] = []
  /** index of each change's first value in `values`; the next change's index is its end */
  readonly starts: number[] = []
  /** VALUES_PER_LOCATION numbers for each changed location, see changes.ts */
  readonly values: number[] = []
  readonly #days = new Map<string, number>()

  /** Parses the text that QUERY builds. */
  read(tyre: number, text: string): void {
    this.tyre = tyre
    this.count = 0
    let at = 0
    let filled = 0
    const { values } = this
    while (at < text.length) {
      const colon = text.indexOf(':', at)
      this.siteIds[this.count] = Number(text.slice(at, colon))
      const day = text.slice(colon + 1, colon + 1 + DAY_LENGTH)
      this.days[this.count] = this.#dayOf(day)
      this.starts[this.count++] = filled
      at = colon + 2 + DAY_LENGTH
      let value = 0
      let scale = 0
      let sign = 1
      let digits = 0
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (code >= ZERO && code <= NINE) {
          value = value * 10 + code - ZERO
          digits++
          if (scale > 0) scale *= 10
        } else if (code === COMMA) {
          values[filled++] = scale > 1 ? (sign * value) / scale : sign * value
          value = scale = digits = 0
          sign = 1
        } else if (code === DOT) scale = 1
        else if (code === MINUS_SIGN) sign = -1
        else break
      }
      if (digits > 0) values[filled++] = scale > 1 ? (sign * value) / scale : sign * value
      at++
    }
    this.starts[this.count] = filled
  }

  #dayOf(day: string): number {
    return getOrAdd(this.#days, day, () => dayNumber(day))
  }
}

const DAY_LENGTH = 'YYYY-MM-DD'.length
const [ZERO, NINE, COMMA, DOT, MINUS_SIGN] = ['0', '9', ',', '.', '-'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
]

const TYRES_PER_RANGE = 500
const TYRES_PER_LIST = 256

/** Reads the histories of many tyres, in no order of days. @param visit called for each; `changes` is reused */
export async function readTyreChanges(
  sql: ReadSql,
  { tyres, siteIds, upTo }: HistorySelection,
  visit: (changes: TyreChanges) => void,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  if (siteIds.length === 0) return
  const sites = inList(siteIds)
  const changes = new TyreChanges()
  const read = async (condition: string, values: readonly number[], isWanted: (tyre: number) => boolean) => {
    const rows = await sql.all<{ tyre_id: number; history: string }>(
      `SELECT tyre_id, string_agg(site_id || ':' || day || ':' || changes, ';') AS history FROM price_history
       WHERE ${condition} AND site_id IN (${sites.places}) AND day <= ? GROUP BY tyre_id`,
      ...values,
      ...sites.values,
      upTo,
    )
    for (const { tyre_id, history } of rows) {
      if (!isWanted(tyre_id)) continue
      changes.read(tyre_id, history)
      visit(changes)
      await pause()
    }
  }
  if (tyres && tyres.length < (await lastTyreId(sql)) / 4) {
    for (let at = 0; at < tyres.length; at += TYRES_PER_LIST) {
      const list = inList([...tyres.subarray(at, at + TYRES_PER_LIST)])
      await read(`tyre_id IN (${list.places})`, list.values, () => true)
    }
    return
  }
  const wanted = tyres && new Set(tyres)
  for await (const { after, upTo } of tyreRanges(sql, TYRES_PER_RANGE)) {
    await read('tyre_id > ? AND tyre_id <= ?', [after, upTo], (tyre) => !wanted || wanted.has(tyre))
  }
}

/** Values of a changed location. */
export interface LocationValues {
  location: number
  /** 0 for missing prices */
  retail: number
  wholesale: number
  cost: number
  /** whether the location still has the tyre, and whether it has stock or does not say */
  isListed: boolean
  isInStock: boolean
}

/** Calls back for each changed location of a change; `into` is overwritten by each. */
export function eachLocation(
  { values, starts }: TyreChanges,
  change: number,
  into: LocationValues,
  visit: () => void,
): void {
  const end = starts[change + 1] as number
  for (let at = starts[change] as number; at + VALUES_PER_LOCATION <= end; at += VALUES_PER_LOCATION) {
    const stock = values[at + 4] as number
    into.location = values[at] as number
    into.isListed = stock !== STOCK.removed
    into.isInStock = stock === STOCK.some || stock === STOCK.unknown
    into.retail = Math.max(0, values[at + 1] as number)
    into.wholesale = Math.max(0, values[at + 2] as number)
    into.cost = Math.max(0, values[at + 3] as number)
    visit()
  }
}
