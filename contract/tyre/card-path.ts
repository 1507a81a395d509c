import { wellFormed } from '../lib/well-formed.ts'
import type { Figure } from '../reports/columns.ts'
import { ROUTES } from '../routes.ts'

/** Query of a card's address (specification 15.1). */
export interface CardQuery {
  /** YYYY-MM-DD; null for the latest day with prices */
  date: string | null
  /** null for all cities */
  city: string | null
  /** figure that the card explains; null for none */
  why: Figure | null
}

/**
 * Returns the route of a tyre's card.
 * @param key as returned by tyreKey
 */
export function cardPath(key: string, given: CardQuery): string {
  const query = (['date', 'city', 'why'] as const).flatMap((name) => {
    const value = given[name]
    return value === null ? [] : [`${name}=${encoded(value)}`]
  })
  return `${ROUTES.tyre}/${encoded(key)}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const encoded = (text: string): string => encodeURIComponent(wellFormed(text))
