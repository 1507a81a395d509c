/**
 * Whether there may be anything to rewrite: most names have nothing of the kind, and are told by this alone. A sign that replaces
 * another beside a digit, a letter before a number or behind one, an O between digits.
 */
const SUSPECT =
  /\d\s?[хХ×✕✖∗⁄∕／‐‑‒–—−]|[‐‑‒–—−]\s?[\dRrРр]|(?<![\p{Ll}А-ЯЁ])[ЗзОоРрr]\s?\d|[ЗО]\d|\d[ЗзОо]|\dO\d|\d[a-zа-я](?![\p{L}])|\d\s?\(?[А-Я](?!\p{L})/u

const SLASHES = /(?<=[\dЗзОо]\s?)[⁄∕／](?=\s?[\dЗзОо])/g
const CROSSES = /(?<=[\dЗзОо]\s?)[хХ×✕✖∗](?=\s?[\dЗзОоRrРр])/g
const DASHES = /(?<=[\d\s])[‐‑‒–—−](?=\s?[\dRrРр])/g

/** Digits in which the letters З and О may stand for 3 and 0, before and behind what separates a size's numbers. */
const FIRST_NUMBER = /(?<![\p{L}\d.,])[\dЗзОоO]{2,3}(?=\s?[/xX*\\-]\s?[\dЗзОо])/gu
const NEXT_NUMBER = /(?<=\d\s?[/xX*\\-]\s?)[\dЗзОоO]{2}(?!\d)/g
const RIM_NUMBER = /(?<=(?<!\p{L})(?:[Zz]\s?)?[RrРр]\s?)[\dЗзОо]{2}(?=[CcСс]?(?![\p{L}\d]))/gu
const LOAD_NUMBER = /(?<![\p{L}\d.,])[\dЗОO]{2,3}(?:\/[\dЗОO]{2,3})?(?=\(?[A-ZТНРМКВСУЛ]\)?(?![\p{L}\d]))/gu

const SPEED_RATED = /(?<=[\d\s/])z(?=\s?[rRРр]\s?\d\d)/g
/** Р is R by its sound, r the same letter written small. */
const RADIAL = /(?<=^|[\d\sZ/xX*-])[rРр](?=\s?\d\d)/g
const COMMERCIAL = /(?<=[R-]\s?\d\d)(?:\s?С|[сc])(?![\p{L}\d])/gu

const LOAD = String.raw`(?<![\p{L}\d.,])((?:[3-9]\d|1\d\d|20\d)(?:\/\d{2,3})?)`
const INDEX = new RegExp(String.raw`${LOAD}(\(?)([АВЕКМНРСТУГДЛФ])([1-8]?)(?=\)?(?![\p{L}\d]))`, 'gu')
/** With a space between only letters that are no Russian words. */
const SPACED_INDEX = new RegExp(String.raw`${LOAD}(\s)([МНРТ])()(?=[\s,;)/]|$)`, 'gu')
/** Small letters, directly behind the rim. */
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
 * A text whose tyre sizes and indices are written in Latin letters and digits, wherever a keyboard or a person put a sign that looks
 * or sounds the same: '205/55 Р16 91Т' is '205/55 R16 91T', 'З15×80–22,5' is '315x80-22,5'. Words stay as they are.
 */
export function withLatinSizes(text: string): string {
  if (text !== last.text) last = { text, latin: SUSPECT.test(text) ? rewritten(text) : text }
  return last.latin
}

/** Several expressions look at one text after the other. */
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
    .replace(SPEED_RATED, 'Z')
    .replace(RADIAL, 'R')
    .replace(COMMERCIAL, 'C')
    .replace(INDEX, latinIndex)
    .replace(SPACED_INDEX, latinIndex)
    .replace(SMALL_INDEX, latinIndex)
}

/** Letters that stand for digits; a word without any digit stays. */
export function plainDigits(text: string): string {
  return /\d/.test(text) ? text.replace(/[Зз]/g, '3').replace(/[ОоOo]/g, '0') : text
}

function latinIndex(_: string, load: string, joint: string, letter: string, digit: string): string {
  return `${load}${joint}${latinSpeed(letter, load)}${digit}`
}

/**
 * A speed symbol in Latin. Of letters that are ambiguous the commoner symbol counts: В is V, but B on tyres for machines, whose
 * loads are high; Н is H, but N on tyres of vans and lorries, whose loads are two numbers.
 */
export function latinSpeed(letter: string, load = ''): string {
  const upper = letter.toUpperCase()
  if (upper === 'В' && Number.parseInt(load, 10) > 120) return 'B'
  if (upper === 'Н' && load.includes('/')) return 'N'
  return SPEEDS[upper] ?? upper
}
