import type { OutletSettings } from '../../../../contract/outlets/outlet.ts'
import type { OutletRow } from '../outlet.ts'

/** Settings and rows from which a feed is written. */
export interface Feed {
  settings: OutletSettings
  /** host of the own site; '' if unknown */
  shop: string
  /** time of the publication in ms */
  publishedAt: number
  outletId: number
  chunks: AsyncIterable<OutletRow[]>
}

/** Returns whether a feed has a column. */
export const hasColumn = ({ settings }: Feed, id: OutletSettings['columns'][number]['id']): boolean =>
  settings.columns.some((column) => column.id === id)

/** Names of the kinds of prices. */
export const KIND_WORDS: Readonly<Record<OutletSettings['kind'], string>> = {
  retail: 'Розничная',
  wholesale: 'Оптовая',
}

/** Currency of all prices, ISO 4217. */
export const CURRENCY = 'RUB'
