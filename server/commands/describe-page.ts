import type { PriceOrigin } from '../../contract/pages/tracked-page.ts'
import type { PageOffer } from '../pages/page-offer.ts'
import { mainOffer, type PageReading } from '../pages/read-page.ts'

const ORIGIN_TEXTS: Readonly<Record<PriceOrigin, string>> = {
  'json-ld': 'JSON-LD',
  microdata: 'микроданные',
  rdfa: 'RDFa',
  'open-graph': 'OpenGraph',
  state: 'данные страницы',
  element: 'элемент страницы',
}

const roubles = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 })

/** Returns what a page says about products and prices, in lines for a terminal. */
export function describePage({ title, offers }: PageReading): string[] {
  if (offers.length === 0) return [title || 'Страница без заголовка', 'Цен на странице не видно.']
  const main = mainOffer(offers)
  return [
    title || 'Страница без заголовка',
    ...offers.flatMap((offer) => [
      `  ${offer === main ? '●' : ' '} ${priceText(offer)} — ${ORIGIN_TEXTS[offer.origin]}, ${offer.place}`,
      `      ${productText(offer)}`,
    ]),
    main ? `● — цена, которая будет взята: ${priceText(main)}` : 'Ни одну из этих цен взять нельзя.',
  ]
}

function priceText({ price, listPrice, pieces, stock, problem }: PageOffer): string {
  if (price === null) return problem
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
