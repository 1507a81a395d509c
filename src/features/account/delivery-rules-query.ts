import { queryOptions } from '@tanstack/react-query'
import { DELIVERY_RULE_CALLS } from '../../../contract/rules/rule-calls.ts'
import { call } from '../../data/send-call.ts'

/** Query for the person's quiet hours (specification 25.6). */
export const deliveryRulesQuery = queryOptions({
  queryKey: ['delivery-rules'],
  queryFn: ({ signal }) => call(DELIVERY_RULE_CALLS.own, {}, signal),
  // The form begins with what the server has, and must not change under the person's hands.
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** Returns the time zone of this device. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns a short name of a time zone, such as 'Москва'; its IANA name if the browser knows none. */
export function zoneText(zone: string): string {
  try {
    // Chromium has no Russian names of cities, but those of zones: 'Москва, стандартное время'.
    return russianName(zone, 'shortGeneric') ?? russianName(zone, 'longGeneric') ?? zone
  } catch {
    return zone
  }
}

function russianName(timeZone: string, timeZoneName: 'shortGeneric' | 'longGeneric'): string | undefined {
  const parts = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name && /[а-яё]/i.test(name) ? name.replace(/, стандартное время$/, '') : undefined
}
