import { NO_CITY } from '../../../contract/reports/no-city.ts'

/** Number of cities that are named if there are more. */
const NAMED = 2

/**
 * Lists the cities of the decisions: 'Город: Томск.', 'Города: Омск, Томск и ещё 3.'; '' without any.
 * @param cities sorted
 */
export function citiesText(cities: readonly string[]): string {
  if (cities.length === 0) return ''
  if (cities.length === 1) return `Город: ${cities[0] === NO_CITY ? 'не указан' : cities[0]}.`
  // 'And one more' would be no shorter than its name.
  const named = cities.length <= NAMED + 1 ? cities : cities.slice(0, NAMED)
  const more = cities.length - named.length
  return `Города: ${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}.`
}

/**
 * Names the compared prices if they are not those of each city itself; '' otherwise.
 * @param joined whether all cities are compared together, as on the screen
 */
export function comparedText(cities: readonly string[], joined: boolean): string {
  if (cities.includes(NO_CITY) && (!joined || cities.length === 1))
    return 'Наши цены без города сравниваются с ценами всех городов.'
  return joined && cities.length > 0 ? 'Наши цены сравниваются с ценами всех городов, как на экране.' : ''
}
