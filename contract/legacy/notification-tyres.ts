import { FILTER_NAMES, type FilterValues } from '../reports/filters.ts'
import { count, isObject, member, textCell } from './values.ts'

/** Tyre mentioned in a line of a notification's body. Only the companion server sends these (specification 7.14). */
export interface NotificationTyre {
  /** index of the line in the body, from 0 */
  line: number
  /** key as tyreKey returns it; missing in notifications of earlier versions */
  key?: string
  /**
   * filters that restrict the price-change report to the tyre, within the notification's site, vehicle type and day
   */
  filters: FilterValues
}

/** Reads the list of tyres; [] for anything else. Skips invalid entries. */
export function readNotificationTyres(value: unknown): readonly NotificationTyre[] {
  if (!Array.isArray(value)) return NONE
  return value.flatMap((item): NotificationTyre[] => {
    if (!isObject(item)) return []
    const line = count(member(item, 'line'))
    const given = member(item, 'filters')
    if (line === null || !isObject(given)) return []
    const key = textCell(member(item, 'key'))
    return [{ line, ...(key === null ? {} : { key: String(key) }), filters: readFilters(given) }]
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
