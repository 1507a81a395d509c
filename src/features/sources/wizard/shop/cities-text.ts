import type { CrawlCities } from '../../../../../contract/sources/crawl.ts'

type CityValue = CrawlCities['values'][number]

/** Way in which a shop is asked for a city's prices, with its label. */
export const CITY_WAYS: readonly (readonly [CrawlCities['by'], string])[] = [
  ['cookie', 'Cookie'],
  ['subdomain', 'Поддомен: omsk.shop.ru'],
  ['path', 'Начало пути: shop.ru/omsk/'],
  ['query', 'Параметр адреса: ?city=55'],
]

/** Returns whether this way needs the name of a cookie or a parameter. */
export const needsName = (by: string): boolean => by === 'cookie' || by === 'query'

/** Returns the lines of a text that are not empty, with their numbers. */
export const numberedLines = (text: string): { line: string; number: number }[] =>
  text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), number: at + 1 }))
    .filter(({ line }) => line !== '')

const SUBDOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u

/**
 * Parses lines 'Город = значение'.
 * @returns the values of the valid lines, and a problem for each of the others
 */
export function parseCities(text: string, by: string): { values: CityValue[]; problems: string[] } {
  const values: CityValue[] = []
  const problems: string[] = []
  for (const { line, number } of numberedLines(text)) {
    const at = line.indexOf('=')
    const [city, value] = at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    const problem =
      city === '' || value === ''
        ? 'нужно «Город = значение», например «Омск = 55».'
        : values.some((one) => one.city === city)
          ? `город «${city}» указан дважды.`
          : values.some((one) => one.value === value)
            ? `значение «${value}» уже указано у другого города.`
            : by === 'subdomain' && !SUBDOMAIN.test(value)
              ? `«${value}» не может быть поддоменом.`
              : null
    if (problem === null) values.push({ city, value })
    else problems.push(`Строка ${number}: ${problem}`)
  }
  return { values, problems }
}

export const cityLines = (values: readonly CityValue[]): string =>
  values.map(({ city, value }) => `${city} = ${value}`).join('\n')
