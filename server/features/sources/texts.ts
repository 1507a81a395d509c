/** Formats an ISO day as '20.11.2026'. */
export const dayText = (day: string): string => day.split('-').reverse().join('.')

const count = new Intl.NumberFormat('ru-RU')

const size = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** Formats the size of a downloaded file, for example 'Скачано 1,5 МБ'. */
export const downloadedText = (bytes: number): string => `Скачано ${size.format(bytes / 1e6)} МБ`

/** Formats a number, for example '1 200'. */
export const formatInteger = (number: number): string => count.format(number)

/** Formats counts, for example 'шин 1 200, предложений 4 800'. */
export const countsText = (tyres: number, offers: number): string =>
  `шин ${formatInteger(tyres)}, предложений ${formatInteger(offers)}`
