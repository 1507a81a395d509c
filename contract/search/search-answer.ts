import { parseLenientJson, ReadError } from '../legacy/lenient-json.ts'
import { count, finiteNumber, isObject, type JsonObject, member, textCell } from '../legacy/values.ts'
import { isIsoDate } from '../lib/dates.ts'
import type { Cell } from '../reports/report-row.ts'
import { ofEachSpec, type SpecName, TYRE_SPECS } from '../tyre/tyre-specs.ts'

/** Lowest and highest price in roubles per tyre. */
export interface PriceSpan {
  min: number
  max: number
}

/** A search result with its prices (specification 16.3). */
export interface FoundTyre {
  key: string
  specs: Record<SpecName, Cell>
  retail: PriceSpan | null
  wholesale: PriceSpan | null
  /** the lowest own prices; null without an own offer */
  own: { retail: number | null; wholesale: number | null } | null
  /** number of cities with a price */
  cities: number
  /** YYYY-MM-DD of the prices; null without prices */
  day: string | null
}

export interface SearchAnswer {
  total: number
  /** number of found tyres with prices on the day of the prices; a former server does not count them */
  priced: number | null
  /** best match first */
  tyres: FoundTyre[]
}

/** Reads the answer of GET /api/companion/search. @throws ReadError for any other answer */
export function parseSearchAnswer(body: string): SearchAnswer {
  const answer = parseLenientJson(body)
  const list = isObject(answer) && member(answer, 'version') === 1 ? member(answer, 'tyres') : undefined
  if (!isObject(answer) || !Array.isArray(list)) throw new ReadError('No search')
  const day = member(answer, 'day')
  const known = typeof day === 'string' && isIsoDate(day) ? day : null
  const tyres = list.filter(isObject).flatMap((tyre) => foundTyre(tyre, known))
  return {
    total: count(member(answer, 'total')) ?? tyres.length,
    priced: count(member(answer, 'priced')),
    tyres,
  }
}

function foundTyre(tyre: JsonObject, day: string | null): FoundTyre[] {
  const key = member(tyre, 'key')
  if (typeof key !== 'string' || key === '') return []
  const own = member(tyre, 'own')
  return [
    {
      key,
      specs: ofEachSpec((name) => textCell(member(tyre, TYRE_SPECS[name].column))),
      retail: spanOf(member(tyre, 'retail')),
      wholesale: spanOf(member(tyre, 'wholesale')),
      own: isObject(own)
        ? {
            retail: finiteNumber(member(own, 'retail')),
            wholesale: finiteNumber(member(own, 'wholesale')),
          }
        : null,
      cities: count(member(tyre, 'cities')) ?? 0,
      day,
    },
  ]
}

function spanOf(value: unknown): PriceSpan | null {
  if (!isObject(value)) return null
  const [min, max] = [finiteNumber(member(value, 'min')), finiteNumber(member(value, 'max'))]
  return min === null || max === null ? null : { min, max }
}
