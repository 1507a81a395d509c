import { wellFormed } from '../lib/well-formed.ts'
import type { Figure } from '../reports/columns.ts'
import { ROUTES } from '../routes.ts'

/** What the address of a card says (specification 15.1). */
export interface CardQuery {
  /** YYYY-MM-DD; null for the last day with prices */
  date: string | null
  /** null for all of them */
  city: string | null
  /** the figure to explain */
  why: Figure | null
}

/**
 * Route of a tyre's card.
 * @param key as tyreKey returns it
 */
export function cardPath(key: string, given: CardQuery): string {
  const query = (['date', 'city', 'why'] as const).flatMap((name) => {
    const value = given[name]
    return value === null ? [] : [`${name}=${encoded(value)}`]
  })
  return `${ROUTES.tyre}/${encoded(key)}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

const encoded = (text: string): string => encodeURIComponent(wellFormed(text))
