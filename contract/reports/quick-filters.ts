/** Quick filters for the compared city, applied to a page or to all rows (specification 17.6 and 10.26). */
export const QUICK_FILTERS = [
  'dearer',
  'level',
  'cheaper',
  'cheapest',
  'inStock',
  'changed',
  'belowRrp',
] as const
export type QuickFilter = (typeof QUICK_FILTERS)[number]

export const QUICK_FILTER_LABELS: Readonly<Record<QuickFilter, string>> = {
  dearer: 'Мы дороже медианы',
  level: 'Мы по медиане',
  cheaper: 'Мы дешевле медианы',
  cheapest: 'Мы дешевле всех',
  inStock: 'Только в наличии',
  changed: 'Только изменившиеся',
  belowRrp: 'Ниже РРЦ',
}

/** Filters whose buttons are displayed only while active: links from 'Сегодня' set them (specification 2.15). */
export const RARE_QUICK_FILTERS: ReadonlySet<QuickFilter> = new Set(['level', 'cheaper', 'cheapest'])
