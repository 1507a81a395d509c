/** Abbreviated month names, as used after the day. */
export const MONTHS = [
  'янв',
  'фев',
  'мар',
  'апр',
  'мая',
  'июн',
  'июл',
  'авг',
  'сен',
  'окт',
  'ноя',
  'дек',
] as const

/** Formats '20 ноя, 12:03' in local time, with the year unless it is the current one. */
export function formatMoment(moment: string | number, now: Date = new Date()): string {
  const date = new Date(moment)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${dayOf(date, now)}, ${two(date.getHours())}:${two(date.getMinutes())}`
}

/**
 * Formats '20 ноя', with the year unless it is the current one.
 * @param day YYYY-MM-DD
 */
export function formatDay(day: string, now: Date = new Date()): string {
  return dayOf(new Date(`${day}T00:00`), now)
}

function dayOf(date: Date, now: Date): string {
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${date.getDate()} ${MONTHS[date.getMonth()]}${year}`
}
