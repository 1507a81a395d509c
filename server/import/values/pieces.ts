const UNIT =
  '(?:шт(?:ук[аиу]?)?|шин[ыау]?|кол[её]с[ао]?|балл?он(?:а|ов)?|покрыш(?:к[аиу]|ек)|pcs?|pieces|tyres|tires)'
const SET = '(?:компл(?:ект(?:а|у|ы|ом|ов)?)?|комп-т[ауы]?|к-т|набор[ау]?|set)'
const PAIR = '(?:пар[ауы]?|pair)'
/** Numbers in words, by their beginnings. */
const WORDS: readonly [RegExp, number][] = [
  [/^(?:дв|об|two)/iu, 2],
  [/^(?:тр|three)/iu, 3],
  [/^(?:четыр|four)/iu, 4],
  [/^(?:шест|six)/iu, 6],
]
const NUMBER = String.raw`(\d{1,3}|дв(?:а|е|ух)|об(?:а|е|оих)|тр(?:и|[её]х)|четыр(?:е|[её]х)|шест(?:ь|и)|two|three|four|six)`
/** Ending of a number: '4-х', '4-ре'. */
const NTH = String.raw`(?:-?(?:[её]?х|ре)\s?)?`
/** No letter follows: 'комплектация' is not a set. */
const END = String.raw`(?!\p{L})`
const START = String.raw`(?<![\p{L}\d])`

const regex = (...parts: string[]) => new RegExp(parts.join(''), 'iu')

/**
 * Condition of a price for one tyre: 'от 4 шт', 'от комплекта', '4-7 шт', '8 шт и более', '4 шт+', 'при покупке
 * комплекта'.
 */
const CONDITION = regex(
  `(?:${START}`,
  String.raw`(?:(?:от|до|свыше|более|больше|менее|меньше|кратно|from|over|min\p{L}*|мин\p{L}*\.?)\s?(?:\d|${SET})|(?:при|если)`,
  `${END})`,
  String.raw`|[>≥<≤]=?\s?\d|\d\s?[-–—]\s?\d+\s?${UNIT}|${START}\d{1,2}\s?(?:${UNIT}\.?)?\s?\+|(?<!\p{L})(?:и|или)\s(?:более|больше|выше|свыше|менее|меньше))`,
)
const SINGLE = regex(
  `(?:${START}за|/|${START}per)`,
  String.raw`\s?(?:1\s?)?`,
  `(?:${UNIT}|ед(?:иницу)?|item)`,
  END,
)
const STATED = regex(
  `(?:${START}(?:за|из|for|of)|/)`,
  String.raw`\s?(?:все\s)?${NUMBER}\s?${NTH}(?=`,
  UNIT,
  END,
  String.raw`|\)|$)`,
)
const SET_OF = regex(START, `(?:${SET}|${PAIR})`, String.raw`[\s.(,:-]{0,3}(?:из\s)?(\d{1,3})(?![\d.,])`)
const BARE = regex(START, String.raw`([2-8])\s?${NTH}`, UNIT, END)
const HALF_SET = regex(START, String.raw`пол(?:овин[аыу]\s)?-?`, SET, END)
const SET_WORD = regex(START, SET, END)
const PAIR_WORD = regex(START, PAIR, END)

const DEFAULT_SET = 4
const MAX_PIECES = 100

/**
 * Returns the number of tyres that a price is for, by its column's name: 'Цена за комплект 4 шт' is for four; 1 by
 * default.
 */
export function piecesIn(text: string): number {
  if (CONDITION.test(text) || SINGLE.test(text)) return 1
  if (HALF_SET.test(text)) return DEFAULT_SET / 2
  const stated = numberIn([STATED, SET_OF, BARE].map((form) => form.exec(text)?.[1]).find(Boolean) ?? '0')
  if (stated > 0) return stated <= MAX_PIECES ? stated : 1
  if (SET_WORD.test(text)) return DEFAULT_SET
  return PAIR_WORD.test(text) ? 2 : 1
}

const numberIn = (text: string): number => WORDS.find(([word]) => word.test(text))?.[1] ?? Number(text)

/** Suffix of a price that names the number of tyres: 'за 4 шт.', '/ компл. (4)', '(пара)'. */
export const PIECES_BEHIND = String.raw`[/(,]?\s?(?:за\s?)?(?:(?:${SET}|${PAIR})\.?(?:\s?(?:из\s?)?\(?\d{1,3}\s?(?:${UNIT}\.?)?\)?)?|\d{1,3}\s?${UNIT}\.?|(?:1\s?)?(?:${UNIT}|ед(?:иницу)?)\.?)\)?`
