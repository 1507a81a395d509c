import type { OutletRow } from '../outlet.ts'
import { CURRENCY, type Feed, hasColumn, KIND_WORDS } from './feed.ts'
import { element, xmlText } from './xml-text.ts'

/** Category of all offers, because the format demands one. */
const CATEGORY = { id: 1, name: 'Шины' } as const

/** Yields the text of a YML file, the format of Yandex Market, which most shops and marketplaces read. */
export async function* ymlText(feed: Feed): AsyncGenerator<string> {
  const { settings, shop, publishedAt, chunks } = feed
  const date = `${new Date(publishedAt).toISOString().slice(0, 19)}+00:00`
  yield `<?xml version="1.0" encoding="${settings.encoding}"?>\n<yml_catalog date="${date}"><shop>${shopElements(shop)}<currencies><currency id="${CURRENCY}" rate="1"/></currencies><categories><category id="${CATEGORY.id}">${CATEGORY.name}</category></categories><offers>\n`
  for await (const rows of chunks) yield rows.map((row) => offer(feed, row)).join('')
  yield '</offers></shop></yml_catalog>\n'
}

/** Name of the shop if the own site is unknown, because the format demands one. */
const SOME_SHOP = 'Магазин шин'

function shopElements(host: string): string {
  const name = host || SOME_SHOP
  const url = host === '' ? '' : element('url', `https://${host}/`)
  return element('name', name) + element('company', name) + url
}

/** Elements are in the order of the format's DTD. */
function offer(feed: Feed, { id, price, old, name, brand, size, city, kind, day }: OutletRow): string {
  const has = (column: Parameters<typeof hasColumn>[1]) => hasColumn(feed, column)
  const param = (label: string, value: string) =>
    value === '' ? '' : `<param name="${label}">${xmlText(value)}</param>`
  return [
    `<offer id="${xmlText(id)}">`,
    element('price', price),
    // The format has an old price only for a discount.
    has('old') && old !== null && old > price ? element('oldprice', old) : '',
    element('currencyId', CURRENCY),
    element('categoryId', CATEGORY.id),
    // The format demands a name.
    element('name', name || [brand, size].filter(Boolean).join(' ') || id),
    has('brand') && brand !== '' ? element('vendor', brand) : '',
    has('size') ? param('Размер', size) : '',
    has('city') ? param('Город', city) : '',
    has('kind') ? param('Вид цены', KIND_WORDS[kind]) : '',
    has('day') ? param('Цены за', day) : '',
    '</offer>\n',
  ].join('')
}
