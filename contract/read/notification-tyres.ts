import { FILTER_NAMES, type FilterValues } from '../filters.ts'
import { count, isObject, member, textCell } from './values.ts'

/** A tyre that a line of a notification's body tells of. Only the companion server says so (specification 7.14). */
export interface NotificationTyre {
  /** of the body, from 0 */
  line: number
  /** narrow the price-change report to it, within the notification's site, vehicle type and day */
  filters: FilterValues
}

/** Whatever is no such list names no tyres. */
export function readNotificationTyres(value: unknown): readonly NotificationTyre[] {
  if (!Array.isArray(value)) return NONE
  return value.flatMap((item): NotificationTyre[] => {
    if (!isObject(item)) return []
    const line = count(member(item, 'line'))
    const given = member(item, 'filters')
    return line === null || !isObject(given) ? [] : [{ line, filters: readFilters(given) }]
  })
}

function readFilters(given: Record<string, unknown>): FilterValues {
  const filters: FilterValues = {}
  for (const name of FILTER_NAMES) {
    const cell = textCell(member(given, name))
    if (cell !== null) filters[name] = String(cell)
  }
  return filters
}

const NONE: readonly NotificationTyre[] = []
