import { ALTERATIONS, type ListAccount } from '../../contract/sources/account.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { piecesIn } from '../import/values/pieces.ts'
import { conditionOf } from '../matching/condition.ts'
import { isOnlyPriceEvidence } from './price-kind.ts'

/** Year that is no part of a date. */
const YEAR = /(?<![\d./-])20[0-4]\d(?![\d./-]*\d)/u
const YEARS = new RegExp(YEAR, 'gu')
/** Words beside which the year before is that of the season. */
const SEASON = /сезон|зим|лет(?:о|н)|season|winter|summer|20\d\d\s?[-–/]\s?(?:20)?\d\d(?!\d)/iu
/** Title of prices with a year: 'Прайс 2022 года', 'Цены на шины 2023'. */
const TITLED =
  /(?:прайс|цен[аы]|стоимость|price)(?:[\s-]{1,3}(?:лист|list|на|за|шин\p{L}{0,3}|резин\p{L}|зим\p{L}{0,4}|лет\p{L}{0,4}|сезон\p{L}?)){0,4}[\s_-]{1,3}20[0-4]\d(?![\d./-])/iu

/**
 * Returns true if the name of a price states another year than that of the list; the year before may be that of its
 * season.
 * @param day day of the list; without it, no year is another
 */
export function isOtherYear(text: string, day: string | undefined): boolean {
  if (day === undefined || !YEAR.test(text)) return false
  const stated = [...text.matchAll(YEARS)].map(([year]) => Number(year))
  const year = Number(day.slice(0, 4))
  return Math.max(...stated) < (SEASON.test(text) ? year - 1 : year)
}

/** Returns true if a title says that its prices are of another year than the list. */
export const isTitleOfOtherYear = (text: string, day: string | undefined): boolean =>
  TITLED.test(text) && isOtherYear(text, day)

/** Meaning of a price that words beside it can give, where neither its column nor the mapping has it. */
interface Statement {
  key: string
  /** what the words say, for people */
  what: string
  /** @param day day of the list */
  says(text: string, day: string | undefined): boolean
  /** true if the mapping or the columns' own words have it already */
  isKnown(
    mapping: Mapping,
    reading: ListReading,
    evidence: ListAccount['evidence'],
    prices: readonly string[],
  ): boolean
  remedy: string
}

/** Texts about prices, not about delivery or the shop. */
const ABOUT_PRICES = /цен(?!тр)|цін|прайс|стоим|price|валют|расч[её]т/iu
/** Notes as short as a name: 'Опт', 'ОПТ-прайс'. */
const SHORT = 25
export const WITHOUT_VAT =
  /без\s+(?:уч[её]та\s+)?ндс|ндс\s+не\s+(?:вкл|входит|уч[её]т)|не\s+(?:вкл\p{L}*|уч\p{L}*)\s+ндс|(?:прибавля|начисля|добавля)\p{L}*\s+ндс|(?:\+|плюс)\s?ндс|(?:without|excl\p{L}*\.?|ex\.?)\s+vat|vat\p{L}*:\s?(?:excl\p{L}*|no|false)/iu
const WITH_VAT = /(?<!\p{L})(?:с|включая|вкл\.?)\s+(?:уч[её]том\s+)?ндс/iu
export const WHOLESALE =
  /(?<!\p{L})(?:(?:мелко|крупно)?опт(?:а|ом|ов\p{L}*)?|дилерск\p{L}*|дилеров|закупочн\p{L}*|закупа?|закупка|входн\p{L}+|партн[её]рск\p{L}*|wholesale|dealers?|opt|optov\p{L}*|zakup\p{L}*)(?!\p{L}|-(?!прайс))/iu
const RETAIL = /розн|retail|ррц|рекомендован/iu
const FOREIGN =
  /[$€]|(?<!\p{L})(?:usd|eur|cny|byn|kzt|у\.?\s?е\.?|долл\p{L}*|евро|юан\p{L}*|тенге|гривн\p{L}*|гривен|грн|uah)(?![\p{L}-])/iu
/** Rouble of another country. */
const OTHER_ROUBLE = /(?<!\p{L})бел(?:орус\p{L}*)?\.?\s?руб/iu
const ROUBLE = /₽|(?<!\p{L})(?:руб\p{L}*|р\.|rub)(?!\p{L})/iu
/** A rate of a currency, by which the prices are to be multiplied, or a warning about it. */
const RATE = /курс|=\s?\d/iu
const WARNING = /рост|колебан|измен/iu
const SET =
  /компл|комп-т|к-т|набор|(?<!\p{L})(?:set|pair|пар[ауы]?)(?!\p{L})|(?:\d(?:-?(?:х|ре|[её]х))?|(?<!\p{L})(?:дв[аеу]|тр[иеё]|четыр|шест)\p{L}*)\s?(?:шт|шин|кол[её]с|балл?он|покрыш)/iu
/** Words beside which a price is not the one that everybody pays for one tyre today. */
const TERMS =
  /скидк|discount|наценк|надбавк|ндс|предоплат|рассроч|отсроч|карт(?:а|е|ы|ой|у)(?!\p{L})|увелич|дороже|при сдаче|без сдачи|в подарок|\d\s?\+\s?\d|уч[её]том акц|дешевле|при сумме|\d\s?%|(?<!шино)монтаж|установк|при покупке|при заказе|кратн|минимальн|от\s\d+\s?(?:шт|руб)|конкурент|экспорт|exw|юр\.?\s?лиц|опт|дилер|тыс|курс|у\.?\s?е\.?|с\s\d{1,2}\.\d{1,2}|до\s\d{1,2}\.\d{1,2}|таксопарк|в сборе|сто(?!\p{L})|коэф|выкуп|скупк|аренд|архивн|профсоюз|сотрудникам|ориентировочн/iu
/** Words that are terms only of prices; otherwise the shop delivers or fits tyres. */
const PRICE_TERMS = /самовывоз|шиномонтаж|переобув|балансир|доставк\p{L}* из/iu
/** Words that no price is meant by: a moment, and the usual tax. */
const HARMLESS = /\d{4}-\d\d-\d\dT[\d:.]+(?:[+-]\d\d:?\d\d|Z)?|с\s+ндс(?:\s?\d+\s?%)?/giu

/** Returns true if a text names terms of prices, whichever prices they are about. */
export function mentionsPriceTerms(text: string): boolean {
  const words = text.replace(HARMLESS, '')
  return TERMS.test(words) || (PRICE_TERMS.test(words) && ABOUT_PRICES.test(words))
}

/** Prices that only some buyers pay. */
const BUYERS =
  /(?<!\p{L})(?:сотрудник(?:и|ов|ам|ами)|(?:для|за)\s+персонала?|профсоюз\p{L}*|staff|employees?)(?!\p{L})|(?:цен[аыу]|прайс)[^.!?;]{0,30}(?:(?:для|только)\s+(?:своих|членов|участников)|(?:постоянн|корпоративн)\p{L}*\s+(?:клиент|покупател|партн[её]р))|корпоративн\p{L}*\s+(?:цен|прайс)/iu
/** Prices that the shop pays, and those of tyres that are lent. */
const BOUGHT =
  /(?:шин|резин|кол[её]с)\p{L}{0,3}\s+на\s+выкуп|цен[аы][^.!?;]{0,20}(?:выкуп|скупк|при[её]мк|аренд|прокат)|(?:выкуп|скупк)\p{L}{0,3}[^.!?;]{0,30}по\s+(?:этим|данным|указанн|следующ)|^\s*(?:аренд|прокат)\p{L}{0,3}\s+(?:шин|резин|кол[её]с)/iu
const SEVERAL_SERVICES = /хранени|монтаж|услуг|ремонт/iu
/** Prices of another time. */
const ARCHIVE =
  /(?<!\p{L})(?:архивн\p{L}*|устаревш\p{L}*|не\s?актуальн\p{L}*|прошл\p{L}{2,3}\s+(?:сезон|год|месяц)\p{L}*)(?!\p{L})|не\s+использовать/iu
/** Goods and services in a price besides the tyre. */
const WITH_MORE =
  /(?:цен[аы]|стоимость|прайс)[^.!?;]{0,25}(?<!\p{L})(?:с|со|вместе\s+с|включая|с\s+уч[её]том)\s+(?:(?:шино)?монтаж|балансир|переобув|установк|диск|возврат|сдач|обмен)|без\s+(?:уч[её]та\s+)?доставки\s+из(?!\p{L})/iu
const FACTOR = /(?<!\p{L})коэф\p{L}*[^.!?;]{0,30}\d/iu
const isAboutPrices = (text: string): boolean => text.length <= SHORT || ABOUT_PRICES.test(text)

/** Length up to which a text beside the records is a title, and services that are no title of a list. */
const MAX_TITLE = 80
const SERVICE = /гаранти|возврат|обмен|принима|выкуп|скупка|шиномонтаж|ремонт\p{L}*\s(?:шин|кол[её]с)/iu

export const STATEMENTS: readonly Statement[] = [
  {
    key: 'vat',
    what: 'цены без НДС, а прочитаны они как обычные',
    says: (text) => WITHOUT_VAT.test(text) && !WITH_VAT.test(text),
    isKnown: (_, __, ___, prices) =>
      prices.some((name) => /(?<!без\s{0,3}(?:уч[её]та\s{0,3})?)ндс|vat/iu.test(name)),
    remedy: 'сверить с ценой, которую платит покупатель',
  },
  {
    key: 'kind',
    what: 'цены не розничные, а прочитаны они как обычные',
    says: (text) => WHOLESALE.test(text) && !RETAIL.test(text) && isAboutPrices(text),
    isKnown: (_, __, evidence) => !evidence.some(({ because }) => isOnlyPriceEvidence(because)),
    remedy: 'указать, что это за цена',
  },
  {
    key: 'currency',
    what: 'цены не в рублях, а прочитаны они как обычные',
    says: (text) =>
      (OTHER_ROUBLE.test(text) || (FOREIGN.test(text) && (RATE.test(text) || !ROUBLE.test(text)))) &&
      isAboutPrices(text) &&
      !WARNING.test(text),
    isKnown: ({ currency }) => currency !== undefined,
    remedy: 'убедиться, что цены в рублях',
  },
  {
    key: 'pieces',
    what: 'цены за несколько шин, а прочитаны они как обычные',
    says: (text) => SET.test(text) && piecesIn(text) > 1 && isAboutPrices(text),
    isKnown: ({ pieces }) => pieces !== undefined,
    remedy: 'указать, за сколько шин цена',
  },
  {
    key: 'buyers',
    what: 'цены не для всех, а прочитаны они как обычные',
    says: (text) => BUYERS.test(text) && isAboutPrices(text),
    isKnown: (_, __, evidence) => !evidence.some(({ because }) => isOnlyPriceEvidence(because)),
    remedy: 'указать, что это за цена',
  },
  {
    key: 'bought',
    what: 'это цены выкупа или аренды, а прочитаны они как обычные',
    says: (text) => BOUGHT.test(text) && !SEVERAL_SERVICES.test(text),
    isKnown: () => false,
    remedy: 'убедиться, что это цены продажи',
  },
  {
    key: 'archive',
    what: 'цены прежние, а прочитаны они как сегодняшние',
    says: (text, day) => (ARCHIVE.test(text) && isAboutPrices(text)) || isTitleOfOtherYear(text, day),
    isKnown: () => false,
    remedy: 'прислать сегодняшний прайс',
  },
  {
    key: 'more',
    what: 'цены не только за шину, а прочитаны они как обычные',
    says: (text) => WITH_MORE.test(text),
    isKnown: () => false,
    remedy: 'сверить с ценой, которую платит покупатель',
  },
  {
    key: 'factor',
    what: 'цены умножаются на коэффициент, а прочитаны они как обычные',
    says: (text) => FACTOR.test(text) && ABOUT_PRICES.test(text),
    isKnown: () => false,
    remedy: 'сверить с ценой, которую платит покупатель',
  },
  {
    key: 'condition',
    what: 'шины не новые, а прочитаны они как новые',
    says: (text) => text.length <= MAX_TITLE && conditionOf(text) !== 'new' && !SERVICE.test(text),
    isKnown: ({ fields }, { altered, tyres }) =>
      fields.condition !== undefined ||
      altered.some(({ rule, count }) => rule === ALTERATIONS.condition && count >= tyres),
    remedy: 'указать состояние шин',
  },
]
