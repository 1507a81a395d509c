const MONTHS = ['янв', 'фев', 'мар', 'апр', 'мая', 'июн', 'июл', 'авг', 'сен', 'окт', 'ноя', 'дек'] as const

/** '20 ноя, 12:03' in local time; with the year unless it is the current one. */
export function formatMoment(moment: string | number, now: Date = new Date()): string {
  const date = new Date(moment)
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getDate()} ${MONTHS[date.getMonth()]}${year}, ${two(date.getHours())}:${two(date.getMinutes())}`
}
