/** '20.11.2026' of an ISO day. */
export const shownDay = (day: string): string => day.split('-').reverse().join('.')

const count = new Intl.NumberFormat('ru-RU')

/** '1 200' */
export const shown = (number: number): string => count.format(number)

/** 'шин 1 200, предложений 4 800' */
export const shownCounts = (tyres: number, offers: number): string =>
  `шин ${shown(tyres)}, предложений ${shown(offers)}`

/** An import's message without the name of the server's own file, which is no news to a person. */
export const withoutPath = (message: string, path: string): string =>
  message.replaceAll(`: ${path}`, '').replaceAll(path, 'файл')
