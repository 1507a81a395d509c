import { isForeign } from '../import/values/currency.ts'
import type { GuessColumn } from './column.ts'
import { type MappingDraft, roundSureness } from './draft.ts'
import type { PricedColumn, Prices } from './price-kind.ts'
import { type GuessedKind, looksLikePrice } from './price-words.ts'

/** Adds the evidence of a price. @param path path of the nested list that has the column */
export function notePrice(draft: MappingDraft, kind: GuessedKind, price: PricedColumn, path = ''): void {
  const { column, because, others, sureness } = price
  draft.evidence.push({ column: path + column.name, field: kind, because })
  for (const other of others) {
    draft.taken.set(path + other.name, { field: kind, sureness: roundSureness(sureness) })
    draft.evidence.push({ column: path + other.name, field: kind, because: `где пусто в «${column.name}»` })
    draft.instead[other.name] = { by: column.name, rule: 'discount' }
  }
}

/** Adds the prices that are not read. */
export function noteIgnored(draft: MappingDraft, { found, ignored }: Prices, path = ''): void {
  const by = (found.retail ?? found.opt ?? found.cost)?.column.name
  for (const { column, why, asks = false, rule } of ignored) {
    draft.ignored.push({ column: path + column.name, why, ...(asks && { asks }) })
    if (rule && by !== undefined) draft.instead[column.name] = { by, rule }
  }
}

/** Adds the prices in another currency. */
export function noteForeign(draft: MappingDraft, columns: readonly GuessColumn[]): void {
  for (const column of columns)
    if (isForeign(column.name) && looksLikePrice(column))
      draft.ignored.push({ column: column.name, why: 'другая валюта' })
}
