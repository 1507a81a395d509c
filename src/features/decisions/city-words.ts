import { NO_CITY } from '../../../contract/reports/no-city.ts'

/** Two are named beside how many more there are. */
const NAMED = 2

/**
 * For which cities prices are decided: 'Город: Томск.', 'Города: Омск, Томск и ещё 3.'; '' without any.
 * @param cities in order
 */
export function citiesWords(cities: readonly string[]): string {
  if (cities.length === 0) return ''
  if (cities.length === 1) return `Город: ${cities[0] === NO_CITY ? 'не указан' : cities[0]}.`
  // 'And one more' is no shorter than its name.
  const named = cities.length <= NAMED + 1 ? cities : cities.slice(0, NAMED)
  const more = cities.length - named.length
  return `Города: ${named.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}.`
}

/**
 * With whose prices they are compared, where that is not each city's own; '' otherwise.
 * @param joined all are compared with all cities, as on screen
 */
export function comparedWords(cities: readonly string[], joined: boolean): string {
  if (cities.includes(NO_CITY) && (!joined || cities.length === 1))
    return 'Наши цены без города сравниваются с ценами всех городов.'
  return joined && cities.length > 0 ? 'Наши цены сравниваются с ценами всех городов, как на экране.' : ''
}
