import type { PriceOrigin } from '../../contract/pages/tracked-page.ts'
import type { ShopLook } from '../features/sources/pages/look-at-shop.ts'
import type { PageOffer } from '../pages/page-offer.ts'
import { mainOffer, type PageReading, statedOffers } from '../pages/read-page.ts'

const ORIGIN_TEXTS: Readonly<Record<PriceOrigin, string>> = {
  'json-ld': 'JSON-LD',
  microdata: 'микроданные',
  rdfa: 'RDFa',
  'open-graph': 'OpenGraph',
  state: 'данные страницы',
  element: 'элемент страницы',
}

const count = new Intl.NumberFormat('ru-RU')
const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** Returns what a page says about products and prices, in lines for a terminal. */
export function describePage({ title, offers, faults, wall }: PageReading): string[] {
  const head = [
    title || 'Страница без заголовка',
    ...faults.map((fault) => `  Не прочитано: ${fault}`),
    ...(wall === '' ? [] : [`  ${wall}.`]),
  ]
  if (offers.length === 0) return [...head, 'Цен на странице не видно.']
  const main = mainOffer(offers)
  return [
    ...head,
    ...offers.flatMap((offer) => [
      `  ${offer === main ? '●' : ' '} ${priceText(offer)} — ${ORIGIN_TEXTS[offer.origin]}, ${offer.place}`,
      `      ${productText(offer)}`,
    ]),
    ...(isOfSeveral(offers) ? ['На странице несколько шин: берётся цена той, за которой следят.'] : []),
    main ? `● — цена, которая будет взята: ${priceText(main)}` : 'Ни одну из этих цен взять нельзя.',
  ]
}

/** Returns whether a page has usable prices of several products. */
const isOfSeveral = (offers: readonly PageOffer[]): boolean => {
  const priced = statedOffers(offers).filter(({ price }) => price !== null)
  return priced.some(({ origin, name }) => origin === priced[0]?.origin && name !== priced[0]?.name)
}

const KIND_TEXTS = { list: 'списки', product: 'товары', other: 'прочее' } as const
/** Number of tyres of each kind of pages that are printed. */
const TYRES_SHOWN = 3

/** Returns which pages of a shop have tyres, in lines for a terminal. */
export function describeShop({ feeds, addresses, pages, problems }: ShopLook): string[] {
  return [
    `Известно адресов: ${count.format(addresses)}`,
    ...feeds.map((feed) => `Прайс-лист YML: ${feed}`),
    ...pages.flatMap(({ pattern, kind, count: known, sample, tyres }) => [
      `${pattern} — ${KIND_TEXTS[kind]}, адресов ${count.format(known)}, на ${sample} шин ${tyres.length}`,
      ...tyres.slice(0, TYRES_SHOWN).map((tyre) => `    ${priceText(tyre)} — ${productText(tyre)}`),
    ]),
    ...(pages.length === 0 ? ['Страниц с ценами шин не видно.'] : []),
    ...problems.map((problem) => `Не прочитано: ${problem}`),
  ]
}

function priceText({ price, listPrice, pieces, stock, problem, refused }: PageOffer): string {
  if (price === null) return refused === undefined ? problem : `${problem}, ${roubles.format(refused)} ₽`
  return [
    `${roubles.format(price)} ₽`,
    ...(listPrice === null ? [] : [`без скидки ${roubles.format(listPrice)}`]),
    ...(pieces === 1 ? [] : [`на странице за ${pieces} шт.`]),
    ...(stock === 0 ? ['нет в наличии'] : stock === null ? [] : [`${stock} шт.`]),
  ].join(', ')
}

const productText = ({ brand, name, article, code, gtin }: PageOffer): string =>
  [
    [brand, name].filter(Boolean).join(' ') || 'без названия',
    ...(article === '' ? [] : [`арт. ${article}`]),
    ...(code === '' ? [] : [`код ${code}`]),
    ...(gtin === '' ? [] : [`EAN ${gtin}`]),
  ].join(' · ')
