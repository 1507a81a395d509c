/** Number formats of notifications and messages. */

/** Formats roubles, without kopecks if there are none: '5 990 ₽'. */
export const messagePrice = new Intl.NumberFormat('ru-RU', {
  style: 'currency',
  currency: 'RUB',
  maximumFractionDigits: 2,
  minimumFractionDigits: 0,
})

/** Formats a change in percent with its sign and one decimal; withMinus replaces its hyphen. */
export const messagePercent = new Intl.NumberFormat('ru-RU', {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
