const UNITS = ['Б', 'КБ', 'МБ', 'ГБ'] as const
const STEP = 1024
const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** Formats a size: '640 Б', '12 КБ', '3,4 МБ'. Megabytes and larger units have one decimal. */
export function formatSize(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  while (unit < UNITS.length - 1 && Math.round(value) >= STEP) {
    value /= STEP
    unit++
  }
  return `${(unit >= 2 ? tenths : whole).format(value)}\u00a0${UNITS[unit]}`
}
