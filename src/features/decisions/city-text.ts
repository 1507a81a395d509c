import type { Competitors } from '../../../contract/reports/competitors.ts'
import { NO_CITY } from '../../../contract/reports/no-city.ts'

/** Number of cities that are named if the list is shortened. */
const NAMED = 2

/**
 * Lists the cities of the decisions: 'Город: Томск.', 'Города: Омск, Томск и ещё 3.'; '' if there are none.
 * @param cities sorted
 */
export function citiesText(cities: readonly string[]): string {
  if (cities.length === 0) return ''
  if (cities.length === 1) return `Город: ${cities[0] === NO_CITY ? 'не указан' : cities[0]}.`
  // Three cities are all named: 'и ещё 1' would be no shorter than the third name.
  const named = cities.length <= NAMED + 1 ? cities : cities.slice(0, NAMED)
  const more = cities.length - named.length
  return `Города: ${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}.`
}

/**
 * Returns notes if own prices are not compared with all competitors of their city; '' otherwise.
 * @param joined whether own prices are compared with those of all cities, as in the table or card
 * @param competitors compared competitors, as in the table; null for all
 */
export function comparedText(
  cities: readonly string[],
  joined: boolean,
  competitors: Competitors | null = null,
): string {
  const isWithoutCity = cities.includes(NO_CITY) && (!joined || cities.length === 1)
  return [
    isWithoutCity && 'Наши цены без города сравниваются с ценами всех городов.',
    joined &&
      !isWithoutCity &&
      cities.length > 0 &&
      'Наши цены сравниваются с ценами всех городов, как на экране.',
    competitors && 'Цены конкурентов — только в наличии, как на экране.',
  ]
    .filter(Boolean)
    .join(' ')
}
