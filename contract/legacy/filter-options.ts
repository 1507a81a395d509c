import { isIsoDate } from '../lib/dates.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../reports/filters.ts'
import { parseJsonObject } from './json-object.ts'
import { parseLenientJson } from './lenient-json.ts'
import { firstMember, type JsonObject, member, textCell } from './values.ts'

export interface FilterOptions {
  lists: Record<FilterName, string[]>
  /** days with prices, as returned by priceDaysOf */
  dates: string[]
}

/** Reads the filter options in the order of the server, which sorts '9' before '10', unlike the alphabet. */
export function readFilterOptions(body: string): FilterOptions {
  const answer = parseJsonObject(body)
  const lists = Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readStringList(firstMember(answer, FILTERS[name].options))]),
  ) as Record<FilterName, string[]>
  return { lists, dates: priceDaysOf(answer) }
}

/** Returns the days with prices, newest first, which only the companion sends; otherwise []. */
const priceDaysOf = (answer: JsonObject): string[] =>
  readStringList(member(answer, 'dates')).filter(isIsoDate)

/** Parses the days like priceDaysOf. @throws ReadError if the body is not a JSON object */
export const readPriceDays = (body: string): string[] => priceDaysOf(parseJsonObject(body))

/** Returns the last day up to today (specification 18.3), or the newest; today without any. @param days newest first */
export const latestPriceDay = (days: readonly string[], today: string): string =>
  days.find((day) => day <= today) ?? days[0] ?? today

/** Reads a list sent as an array, JSON text of an array, or single string (specification 7.3), without duplicates. */
export function readStringList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? fromText(value) : [value]
  const texts = items.map(textCell).filter((cell) => cell !== null)
  return [...new Set(texts.map(String))]
}

function fromText(text: string): unknown[] {
  if (!text.trim().startsWith('[')) return [text]
  try {
    const parsed = parseLenientJson(text)
    return Array.isArray(parsed) ? parsed : [text]
  } catch {
    return [text]
  }
}
