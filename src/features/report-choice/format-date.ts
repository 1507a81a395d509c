const medium = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats '18 апр. 2026 г.'. */
export const mediumDay = (day: string): string => medium.format(new Date(day))

/** Formats '18 апреля 2026 г.'. */
export const longDay = (day: string): string => long.format(new Date(day))
