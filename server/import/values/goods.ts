import type { TyreSpecs } from '../../prices/offer.ts'

const wordPattern = (alternatives: string) =>
  new RegExp(String.raw`(?<![\p{L}\d])(?:${alternatives})(?![\p{L}\d])`, 'iu')

const TYRES =
  'шин[аыу]?|авто-?шин[аы]?|мото-?шин[аы]?|грузошин[аы]?|(?:авто)?резина|(?:авто)?покрышк[аи]|t[iy]res?|шини|шиналар'
const OTHERS = [
  'диск[иі]?|автодиск[и]?|обод(?:ья)?|rims?|alloy wheels?|steel wheels?',
  'кол[её]с[оа] в сборе|wheel assembl(?:y|ies)',
  '(?:авто|мото)?камер[аыи]|(?:inner )?tubes?|флиппер[ы]?|ободн(?:ая|ые) лент[аы]|лент[аы] ободн(?:ая|ые)',
  'акб|аккумулятор(?:ы|ная|ные)?|акумулятор[и]?|батаре[яи]|batter(?:y|ies)',
  'гайк[аи]|болт[ы]?|секретк[аи]|шпильк[аи]|креп[её]ж|bolts?|nuts?|fasteners?',
  'колпа(?:к|ки|чок|чки)|вентил[ьи]|ниппел[ьи]|датчик[и]?|valves?|чехол|чехлы|цеп[ьи]',
  'масл[оа]|автомасл[оа]|антифриз[ы]?|тосол|автохимия|присадк[аи]|oils?|щ[её]тк[аи]|фильтр[ы]?|ламп[аы]|коврик[и]?',
  'домкрат[ы]?|насос[ы]?|компрессор[ы]?|ключ[и]?|герметик[и]?|проставк[аи]|кольц[оа]|грузик[и]?|заплатк[аи]|латк[аи]|жгут[ы]?',
  'аксессуар[ы]?|accessories|шиномонтаж|хранение|балансировка|гарантия|доставка|утилизация|услуг[аи]|services?',
  '(?:де)?монтаж|(?:до|о|пере|рас)?шиповка|переобувка|перебортовка|подкачка|накачка|страхов(?:ание|ка)|ремонт|вулканизация',
  'мойка|правка|установка|снятие|сход-развал|меш(?:ок|ки)|пакет[ы]?|докатка|запаска|запасное колесо|колесо запасное',
].join('|')

const TYRE_WORD = wordPattern(TYRES)
const OTHER_WORD = wordPattern(OTHERS)
const ADJECTIVES = String.raw`(?:[а-яё-]{1,40}(?:ый|ая|ое|ые|ий|яя|ие|ой|ные)\s{1,9}){0,3}`
const OTHER_HEAD = new RegExp(String.raw`^[^\p{L}\d]{0,40}${ADJECTIVES}(?:${OTHERS})(?![\p{L}\d])`, 'iu')
/** Tyre that is sold mounted on a rim, whose price is for both. */
const MOUNTED =
  /кол[её]с[оа]\s{1,3}в\s{1,3}сборе|(?:\+|(?<!\p{L})(?:с|и))\s{0,3}(?:монтаж|балансировк|установк)\p{L}{0,3}|(?<!\p{L})(?:на|с|со)\s{1,3}(?:\p{L}{4,20}\s{1,3})?диск(?:е|ом|ах|ами)(?!\p{L})|wheel assembl/iu
/** Kind of goods that are tyres mounted on rims, whatever their names say. */
const MOUNTED_KIND = /кол[её]с[оа]\s{1,3}в\s{1,3}сборе|wheel assembl/iu
/** Goods sold together with a tyre. */
const WITH_TYRE = new RegExp(String.raw`(?:\+|(?<!\p{L})и|,)\s*(?:${TYRES})(?!\p{L})`, 'iu')

/** Bolt circles and offsets are properties of rims. */
const BOLT_CIRCLE =
  /(?<![\d.,])(?:1[0-2]|[3-8])\s?[xхXХ*×/]\s?(?:9[58]|1[0-7]\d|2[0-3]\d|33[05])(?:[.,]\d{1,2})?(?![\d.,]*[\p{L}\d])/u
const OFFSET = /(?<!\p{L})[EЕ][TТ]\s?[-–]?\d{1,3}(?:[.,]\d)?(?![\p{L}\d])/u
const CAPACITY = /\d\s?(?:[АA][\s·.*/-]?[чh])(?!\p{L})/iu
const VISCOSITY = /(?<![\p{L}\d])\d{1,2}W-?\d{2}(?!\d)/u

/** Returns the kind of goods that a category names; null if it names neither or both. */
export function goodsOfKind(text: string): 'tyres' | 'others' | null {
  const tyres = TYRE_WORD.test(text)
  const others = OTHER_WORD.test(text)
  return tyres === others ? null : tyres ? 'tyres' : 'others'
}

/** Returns the kind of goods by the innermost part of a category path ('Диски / Литые') that names one. */
function goodsOfPath(path: string): 'tyres' | 'others' | null {
  for (const level of path.split(' / ').reverse()) {
    const goods = goodsOfKind(level)
    if (goods) return goods
  }
  return null
}

/**
 * Returns the kind of goods by the name alone: a tyre may be sold 'с камерой', while a tube is called 'Камера
 * 7.50-16'.
 */
function goodsOfName(name: string): 'tyres' | 'others' | 'rims' | null {
  if (MOUNTED.test(name)) return 'others'
  if (OTHER_HEAD.test(name)) return WITH_TYRE.test(name) ? null : 'others'
  if (TYRE_WORD.test(name)) return 'tyres'
  const isRim = OFFSET.test(name) && BOLT_CIRCLE.test(name)
  return isRim || CAPACITY.test(name) || VISCOSITY.test(name) ? 'rims' : null
}

/**
 * Returns true if a record is evidently not a tyre but a rim, a tube, a battery or a fastener. Without such evidence
 * it is a tyre, with or without a size.
 * @param kinds values of the fields that name the kind of goods
 * @param isRim true if fields that only rims have are filled
 */
export function isOtherGoods(specs: TyreSpecs, kinds: readonly string[], isRim: boolean): boolean {
  const { name, brand, width, height, loadIndex } = specs
  if (kinds.some((kind) => MOUNTED_KIND.test(kind) && !TYRE_WORD.test(kind))) return true
  const own = brand !== '' && name.startsWith(`${brand} `) ? name.slice(brand.length + 1) : name
  const named = goodsOfName(own)
  if (named === 'others') return true
  if (named === 'tyres') return false
  const hasSize = height !== '' || Number(width) >= 100
  if (!hasSize && (named === 'rims' || isRim)) return true
  if (hasSize && loadIndex !== '') return false
  const goodsByKind = kinds.map(goodsOfPath)
  return goodsByKind.includes('others') && !goodsByKind.includes('tyres')
}
