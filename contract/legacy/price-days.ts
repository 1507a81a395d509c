import { isIsoDate } from '../lib/dates.ts'
import { parseJsonObject } from './json-object.ts'
import { readStringList } from './string-list.ts'
import { type JsonObject, member } from './values.ts'

/**
 * Returns the days with prices, newest first. Only the companion server sends them; [] otherwise.
 * @param answer object with filter options
 */
export const priceDaysOf = (answer: JsonObject): string[] =>
  readStringList(member(answer, 'dates')).filter(isIsoDate)

/**
 * Parses the days like priceDaysOf.
 * @throws ReadError if the body is not a JSON object
 */
export const readPriceDays = (body: string): string[] => priceDaysOf(parseJsonObject(body))

/**
 * Returns the last day with prices up to today (specification 18.3); the newest day if the clock is behind all of them.
 * @param days newest first; if empty, today is returned
 */
export const latestPriceDay = (days: readonly string[], today: string): string =>
  days.find((day) => day <= today) ?? days[0] ?? today
