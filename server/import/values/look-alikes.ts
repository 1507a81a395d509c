/**
 * Quick check that excludes most names, which have nothing to rewrite. It matches a replaced separator beside a
 * digit, a letter before or behind a number, and an O between digits.
 */
const SUSPECT =
  /\d\s?[хХ×✕✖∗⁄∕／‐‑‒–—−]|[‐‑‒–—−]\s?[\dRrРр]|(?<![\p{Ll}А-ЯЁ])[ЗзОоРрr]\s?\d|[ЗО]\d|\d[ЗзОо]|\dO\d|\d[a-zа-я](?![\p{L}])|[hlqstvz]\s?[rRРр]\s?\d|\d\s?\(?[А-Я](?!\p{L})/u

const SLASHES = /(?<=[\dЗзОо]\s?)[⁄∕／](?=\s?[\dЗзОо])/g
const CROSSES = /(?<=[\dЗзОо]\s?)[хХ×✕✖∗](?=\s?[\dЗзОоRrРр])/g
const DASHES = /(?<=[\d\s])[‐‑‒–—−](?=\s?[\dRrРр])/g

/** Numbers before and behind a size's separator, in which the letters З and О may stand for 3 and 0. */
const FIRST_NUMBER = /(?<![\p{L}\d.,])[\dЗзОоO]{2,3}(?=\s?[/xX*\\-]\s?[\dЗзОо])/gu
const NEXT_NUMBER = /(?<=\d\s?[/xX*\\-]\s?)[\dЗзОоO]{2}(?!\d)/g
const RIM_NUMBER = /(?<=(?<!\p{L})(?:[Zz]\s?)?[RrРр]\s?)[\dЗзОо]{2}(?=[CcСс]?(?![\p{L}\d]))/gu
const LOAD_NUMBER = /(?<![\p{L}\d.,])[\dЗОO]{2,3}(?:\/[\dЗОO]{2,3})?(?=\(?[A-ZТНРМКВСУЛ]\)?(?![\p{L}\d]))/gu

const SPEED_RATED = /(?<=[\d\s/])[hlqstvz](?=\s?[rRРр]\s?\d\d)/g
/** Р sounds like R, and r is the small letter. */
const RADIAL = /(?<=^|[\d\sHLQSTVZ/xX*-])[rРр](?=\s?\d\d)/g
const COMMERCIAL = /(?<=[R-]\s?\d\d)(?:\s?С|[сc])(?![\p{L}\d])/gu

const LOAD = String.raw`(?<![\p{L}\d.,])((?:[3-9]\d|1\d\d|20\d)(?:\/\d{2,3})?)`
const INDEX = new RegExp(String.raw`${LOAD}(\(?)([АВЕКМНРСТУГДЛФ])([1-8]?)(?=\)?(?![\p{L}\d]))`, 'gu')
/** After a space, only letters that are not Russian words. */
const SPACED_INDEX = new RegExp(String.raw`${LOAD}(\s)([МНРТ])()(?=[\s,;)/]|$)`, 'gu')
/** After two loads or the rim, also letters that are words elsewhere. */
const SPACED_PAIR = /(?<![\p{L}\d.,])(\d{2,3}\/\d{2,3})(\s)([ЕКЛМНРТ])()(?=[\s,;)/]|$)/gu
const LAST_INDEX = /(?<=R\s?\d\d(?:[.,]5)?C?\s)(\d{2,3})(\s)([ВКЛСУ])()(?=\s?(?:XL|TL|[,;)]|$))/gu
/** Load and speed index with a lowercase letter; accepted only directly after the rim diameter. */
const SMALL_INDEX = /(?<=R\s?\d\d(?:[.,]5)?C?\s)(\d{2,3}(?:\/\d{2,3})?)()([a-zа-я])()(?![\p{L}\d])/gu

const SPEEDS: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'V',
  Г: 'G',
  Д: 'D',
  Е: 'E',
  К: 'K',
  Л: 'L',
  М: 'M',
  Н: 'H',
  Р: 'R',
  С: 'S',
  Т: 'T',
  У: 'Y',
  Ф: 'F',
}

/**
 * Returns a text whose tyre sizes and indices are written in Latin letters and digits, replacing characters that look
 * or sound the same: '205/55 Р16 91Т' becomes '205/55 R16 91T', 'З15×80–22,5' becomes '315x80-22,5'. Words stay
 * unchanged.
 */
export function withLatinSizes(text: string): string {
  if (text !== last.text) last = { text, latin: SUSPECT.test(text) ? rewritten(text) : text }
  return last.latin
}

/** Cache of the last text, which several expressions check one after the other. */
let last = { text: '', latin: '' }

function rewritten(text: string): string {
  return text
    .replace(SLASHES, '/')
    .replace(CROSSES, 'x')
    .replace(DASHES, '-')
    .replace(FIRST_NUMBER, plainDigits)
    .replace(NEXT_NUMBER, plainDigits)
    .replace(RIM_NUMBER, plainDigits)
    .replace(LOAD_NUMBER, plainDigits)
    .replace(SPEED_RATED, upperCase)
    .replace(RADIAL, 'R')
    .replace(COMMERCIAL, 'C')
    .replace(INDEX, latinIndex)
    .replace(SPACED_INDEX, latinIndex)
    .replace(SPACED_PAIR, latinIndex)
    .replace(LAST_INDEX, latinIndex)
    .replace(SMALL_INDEX, latinIndex)
}

const upperCase = (letter: string): string => letter.toUpperCase()

/** Replaces letters that stand for digits; a word without any digit stays unchanged. */
export function plainDigits(text: string): string {
  return /\d/.test(text) ? text.replace(/[Зз]/g, '3').replace(/[ОоOo]/g, '0') : text
}

function latinIndex(_: string, load: string, joint: string, letter: string, digit: string): string {
  return `${load}${joint}${latinSpeed(letter, load)}${digit}`
}

/**
 * Returns a speed symbol as a Latin letter. An ambiguous letter becomes the more common symbol: В is V, but B for
 * machinery, which has high loads; Н is H, but N for vans and lorries, whose loads are two numbers.
 */
export function latinSpeed(letter: string, load = ''): string {
  const upper = letter.toUpperCase()
  if (upper === 'В' && Number.parseInt(load, 10) > 120) return 'B'
  if (upper === 'Н' && load.includes('/')) return 'N'
  return SPEEDS[upper] ?? upper
}
