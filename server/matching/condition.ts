import type { Condition } from '../../contract/matching/matching.ts'

const BEFORE = String.raw`(?<![\p{L}\d])(?<!(?<!\p{L})(?:не|без|no|not)\s)`
const BEHIND = String.raw`(?![\p{L}\d])`
/** No protection before a word: 'защита от пореза'. */
const NOT_AGAINST = String.raw`(?<!(?<!\p{L})(?:от|против|к)\s)`
/** Words alone, without a negation before them: 'не б/у', 'без дефектов'. */
const words = (...alternatives: string[]) =>
  new RegExp(`${BEFORE}(?:${alternatives.join('|')})${BEHIND}`, 'iu')

const RETREADED = words(
  String.raw`восст(?:ан(?:ов)?)?\.|восстановлен\p{L}{0,5}|регенерирован\p{L}{0,5}`,
  String.raw`(?:на|пере)вар(?:к[аиуе]|ной|н(?:ая|ые|ой)|ен(?:а|ы|ная|ные|ной|ных))|ретре[дй]\p{L}{0,6}`,
  String.raw`реставраци\p{L}{1,2}|(?:от)?реставрирован\p{L}{1,4}`,
  'multi[ -]?re-?mix|re-?mix|re-?tread(?:ed|s)?|re-?mou?ld(?:ed|s)?|recap(?:ped)?|refurb(?:ished)?|remanufactured|bandag|contire',
)
/** Share of the tread that is gone; '0 %' is that of a new tyre. */
const WEAR = String.raw`(?:до|около|не более|~|≈|менее)?\s?(?!0{1,3}\s?%)\d{1,3}(?:[.,]\d)?(?:\s?[-–]\s?\d{1,3})?\s?(?:%|проц\p{L}{0,6}|мм)`
const USED = words(
  String.raw`[бb]\s?[/\\]\s?[уyu]\.?|[бb]\.\s?[уyu]\.?|б-у|бу|бэушн\p{L}{1,3}`,
  String.raw`с пробегом|пробег\p{L}{0,2}[\s:]{0,2}\d[\d\s]{0,9}(?:т(?:ыс)?\.?\s?)?км|бывш\p{L}{0,4}\.? в употр\p{L}{0,8}\.?|подержан\p{L}{1,5}`,
  String.raw`юзан\p{L}{2,3}|с разбор(?:а|ки|ок)|снят[аы]? с (?:\p{L}{2,10} )?(?:авто(?:мобил[яе]й?)?|машины?)|эксплуатировал\p{L}{1,4}|после (?:\p{L}{2,14} ){0,2}эксплуатации`,
  'контрактн(?:ая|ые|ой|ых)|как нов(?:ая|ые|ый)|секонд[ -]?хенд|ношен(?:ая|ые)',
  String.raw`с износом|(?:мин\p{L}{0,8}|небольш\p{L}{0,3}|мал\p{L}{0,3}|средн\p{L}{0,3}) износ|износ (?:мин\p{L}{0,8}|небольш\p{L}{0,3})`,
  'used|pre-?owned|second[ -]?hand|like[ -]?new',
)
const WORN = new RegExp(
  String.raw`(?<!\p{L})(?:износ\p{L}{0,2}(?:\sпротектора)?|(?:остат\p{L}{1,4}|глубина)\s(?:протектора|рисунка)|протектор\p{L}{0,2}\sосталось)[\s:=-]{0,3}${WEAR}|(?<!\p{L})остат\p{L}{1,4}[\s:=-]{1,3}\d{1,2}(?:[.,]\d)?\s?мм|(?<![\d.,])(?!0{1,3}\s?%)\d{1,3}\s?%\s?(?:износ|протектор)`,
  'iu',
)
const DAMAGED = words(
  String.raw`уцен\p{L}{1,7}|дефект\p{L}{0,7}|брак(?:а|ом|ованн\p{L}{2,3})?|некондици\p{L}{1,6}|с повреждени\p{L}{1,3}|повре?жд[её]н\p{L}{1,4}`,
  String.raw`(?:от)?ремонтирован\p{L}{1,4}|(?:после|с|был|есть) ремонт\p{L}{0,2}|${NOT_AGAINST}порез(?:ы|а|ом|ами)?|грыж[аи]|царапин[аы]|с царапин\p{L}{1,3}|${NOT_AGAINST}прокол(?:ы|а|ом|ами)?`,
  String.raw`уц\.|нкд|(?:2|второй)(?:-?(?:о?й|ый|го))? сорт|поврежд\.|латк[аи]|(?:за)?латан\p{L}{2,3}|вулканизация|после вулканизации|(?:за)?вулканизирован\p{L}{1,3}|крив(?:ая|ые)|неисправн(?:а|ы|ая|ые)|после (?:аварии|дтп)`,
  'damaged|defect(?:ive)?|blem(?:ished)?|reduction',
)
const DEMO = words(
  String.raw`(?:с )?витрин[аыуе]?|витринн\p{L}{2,3}|демо|демонстрац\p{L}{1,8}|тестов(?:ая|ые)|(?:с )?выставк[аи]|выставочн\p{L}{2,3}|экспонат\p{L}{0,2}|образец|образцы`,
  'open[ -]?box|demo|showcase ?sample|show ?room|display model',
)

const ALL = [RETREADED, USED, WORN, DAMAGED, DEMO]
/**
 * Finds the words of every condition, and more: without their bounds and classes of letters, one search takes a fifth of
 * the time of the exact ones, and almost no name of a list has such words.
 */
const ROUGHLY = new RegExp(
  ALL.map(({ source }) =>
    [BEFORE, BEHIND, NOT_AGAINST, String.raw`(?<!\p{L})`]
      .reduce((rest, bound) => rest.replaceAll(bound, ''), source)
      .replaceAll(String.raw`\p{L}`, String.raw`\S`),
  ).join('|'),
  'i',
)

/** Returns whether the words of a name, a category or a field say that a tyre is not new, and how. */
export function conditionOf(text: string): Condition {
  if (!ROUGHLY.test(text)) return 'new'
  if (RETREADED.test(text)) return 'retreaded'
  if (USED.test(text) || WORN.test(text)) return 'used'
  if (DAMAGED.test(text)) return 'damaged'
  return DEMO.test(text) ? 'demo' : 'new'
}

const EVERY = ALL.map((pattern) => new RegExp(pattern, 'giu'))

/** Returns a name without the words of its condition. */
export const withoutCondition = (text: string): string =>
  conditionOf(text) === 'new' ? text : EVERY.reduce((rest, pattern) => rest.replace(pattern, ' '), text)

/** Share of the tread that is gone, or what is left of it, in a field of its own: '30 %', '5-6 мм'. */
const TREAD = /^(?!0{1,3}\s?%?$)(?:\d{1,2}\s?[-–]\s?)?\d{1,2}\s?(?:%|мм)?$/iu
/** Grades that only tyres have which are not new. */
const GRADE =
  /хорош|отличн|удовлетв|средн|(?<!\p{L})(?:good|fair|excellent)(?!\p{L})|^\d\s?(?:\/|из)\s?(?:5|10)$/iu

/** Words that a field for the condition has of a new tyre, and parts of the tread that are gone. */
const SAID_NEW =
  /(?<!\p{L})(?:нов\p{L}{0,6}|new|не б[\s/\\.]?у|без (?:пробега|дефектов|износа))(?!\p{L})|^0{1,3}\s?(?:%|мм)?$|^$/iu

/** Returns whether a field for the condition says that a tyre is new, or nothing. */
export const isStatedNew = (text: string): boolean => SAID_NEW.test(separated(text).trim())

/** Words that may be those of a tyre that is not new, but do not say so. */
const DOUBTFUL = words('сток(?:овая|овые)?|без гарантии|лежал(?:ая|ые|ый)|(?:после|долгого) хранени[ея]')

/** Returns whether short words about a tyre may mean that it is not new. */
export const mayMeanUsed = (text: string): boolean => DOUBTFUL.test(text)

/** Returns the words of a term with spaces between them: 'UsedCondition', 'second_hand'. */
const separated = (text: string): string => text.replaceAll('_', ' ').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** Returns the condition that a field for it says; words that say nothing of it mean a new tyre. */
export function conditionInField(text: string): Condition {
  const said = conditionOf(separated(text))
  return said === 'new' && (GRADE.test(text) || TREAD.test(text.trim())) ? 'used' : said
}

/** Year of production in a text: '2018 г.в.', 'DOT 3519', 'DOT2019', '(2018)'. */
export const STATED_YEAR =
  /(?<![\p{L}\d])(20[0-3]\d)\s?(?:г\.?(?:\s?[вb]\.?)?|года?)(?![\p{L}\d])|(?<!\p{L})DOT[\s:-]{0,2}\d{0,2}(20[0-3]\d|\d{2})(?!\d)|\((20[0-3]\d)\)/iu

/** Returns the year of production that a name states; '' without one. */
export function yearOf(name: string): string {
  const found = STATED_YEAR.exec(name)
  return found ? fullYear(found[1] ?? found[2] ?? found[3] ?? '') : ''
}

/** Returns the year that a field for it says: '2021', '21', '3521', '35/21', '01.05.2021'; '' without one. */
export function yearInField(text: string): string {
  const year = /(?<!\d)20[0-3]\d(?!\d)/.exec(text)?.[0]
  if (year !== undefined) return year
  const [, short = ''] =
    /^(?:DOT\s?)?(?:(?:0[1-9]|[1-4]\d|5[0-3])[\s/.-]?)?([0-3]\d)$/i.exec(text.trim()) ?? []
  return fullYear(short)
}

const fullYear = (text: string): string => (text.length === 2 ? `20${text}` : text)

/** Age in years up to which a tyre without a stated year may be meant. */
const FRESH = 3
/** Difference in years from which two tyres are not sold as the same. */
const APART = 2

/** Returns whether a tyre of a year is older than what is sold without saying so. @param day ISO date */
export const isOld = (year: string, day: string): boolean =>
  year !== '' && day !== '' && Number(day.slice(0, 4)) - Number(year) > FRESH

/** Returns whether the years of production of a tyre and a listing keep them apart until a person decides. */
export const yearsDiffer = (a: string, b: string, day: string): boolean =>
  a === '' || b === '' ? isOld(a || b, day) : Math.abs(Number(a) - Number(b)) >= APART
