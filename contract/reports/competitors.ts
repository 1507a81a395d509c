/**
 * Competitors whose prices 'Рынок' and 'Список' compare instead of all (specification 17.11): 'inStock' leaves out
 * prices of tyres that are sold out, but not those of unknown stock.
 */
export const COMPETITORS = ['inStock'] as const
export type Competitors = (typeof COMPETITORS)[number]

/** Label of the choice; not to be confused with the quick filter by the own stock. */
export const COMPETITORS_LABEL = 'Конкуренты в наличии'
