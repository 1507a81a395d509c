import { isIsoDate } from '../dates.ts'
import { parseJsonObject } from './json-object.ts'
import { readStringList } from './string-list.ts'
import { type JsonObject, member } from './values.ts'

/** The days that have prices, newest first. Only the companion server sends them; [] otherwise. @param answer with filter options */
export const priceDaysOf = (answer: JsonObject): string[] =>
  readStringList(member(answer, 'dates')).filter(isIsoDate)

/** As priceDaysOf. @throws ReadError if the body is not a JSON object */
export const readPriceDays = (body: string): string[] => priceDaysOf(parseJsonObject(body))
