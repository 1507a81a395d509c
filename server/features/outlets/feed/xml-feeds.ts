import type { OutletRow } from '../outlet-store.ts'
import { CURRENCY, type Feed, hasColumn, KIND_WORDS } from './feed-tables.ts'

/** Characters that XML 1.0 does not allow, even escaped: control characters, lone surrogates, noncharacters. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Parsers read white space of an attribute as spaces otherwise.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Escapes a text for the content of an element or for an attribute. */
const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, ' ').replace(/[&<>"'\t\n\r]/g, (sign) => ESCAPES[sign] as string)

const element = (name: string, text: string | number): string => `<${name}>${xmlText(String(text))}</${name}>`

/** Category of all offers, because the format demands one. */
const CATEGORY = { id: 1, name: 'Шины' } as const

/** Yields the text of a YML file, the format of Yandex Market, which most shops and marketplaces read. */
export async function* ymlText(feed: Feed): AsyncGenerator<string> {
  const { settings, shop, publishedAt, chunks } = feed
  const date = `${new Date(publishedAt).toISOString().slice(0, 19)}+00:00`
  yield `<?xml version="1.0" encoding="${settings.encoding}"?>\n<yml_catalog date="${date}"><shop>${shopElements(shop)}<currencies><currency id="${CURRENCY}" rate="1"/></currencies><categories><category id="${CATEGORY.id}">${CATEGORY.name}</category></categories><offers>\n`
  for await (const rows of chunks) yield rows.map((row) => ymlOffer(feed, row)).join('')
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
function ymlOffer(feed: Feed, { id, price, old, name, brand, size, city, kind, day }: OutletRow): string {
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

/**
 * Yields the text of CommerceML's `offers.xml`. The package says that it contains only changes, whatever the outlet's
 * settings: a set is never a whole catalog, and shops remove what a whole one lacks.
 */
export async function* commercemlText(feed: Feed): AsyncGenerator<string> {
  const { settings, shop, publishedAt, outletId, chunks } = feed
  const date = new Date(publishedAt).toISOString().slice(0, 19)
  const catalog = settings.catalog || `outlet-${outletId}`
  const priceType = settings.price_type || settings.kind
  yield `<?xml version="1.0" encoding="${settings.encoding}"?>\n<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.07" ДатаФормирования="${date}"><ПакетПредложений СодержитТолькоИзменения="true">${element('Ид', catalog)}${element('Наименование', `Цены ${shop}`.trim())}${element('ИдКаталога', catalog)}<ТипыЦен><ТипЦены>${element('Ид', priceType)}${element('Наименование', KIND_WORDS[settings.kind])}${element('Валюта', CURRENCY)}</ТипЦены></ТипыЦен><Предложения>\n`
  for await (const rows of chunks) yield rows.map((row) => commercemlOffer(feed, row, priceType)).join('')
  yield '</Предложения></ПакетПредложений></КоммерческаяИнформация>\n'
}

function commercemlOffer(feed: Feed, { id, name, price }: OutletRow, priceType: string): string {
  const { ids } = feed.settings
  return [
    '<Предложение>',
    element('Ид', id),
    ids === 'article' ? element('Артикул', id) : '',
    hasColumn(feed, 'name') ? element('Наименование', name) : '',
    '<Цены><Цена>',
    element('ИдТипаЦены', priceType),
    element('ЦенаЗаЕдиницу', price),
    element('Валюта', CURRENCY),
    element('Коэффициент', 1),
    '</Цена></Цены></Предложение>\n',
  ].join('')
}
