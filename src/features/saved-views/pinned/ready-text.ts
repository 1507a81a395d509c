import { isoToday } from '../../../../contract/lib/dates.ts'
import { formatMoment } from '../../../ui/format-moment.ts'
import type { PinState } from './usePinStates.ts'

const timeFormat = new Intl.DateTimeFormat('ru-RU', { hour: '2-digit', minute: '2-digit' })

/** Formats 'готов без сети, 07:42', or with the day if it is not today: 'готов без сети, 20 ноя, 12:03'. */
export function readyText({ readyAt }: Pick<PinState, 'readyAt'>, now: Date = new Date()): string {
  if (readyAt === null) return 'не готов без сети'
  const isToday = isoToday(new Date(readyAt)) === isoToday(now)
  return `готов без сети, ${isToday ? timeFormat.format(readyAt) : formatMoment(readyAt, now)}`
}
