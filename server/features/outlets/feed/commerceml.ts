import type { OutletRow } from '../outlet.ts'
import { CURRENCY, type Feed, hasColumn, KIND_WORDS } from './feed.ts'
import { element } from './xml-text.ts'

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
  for await (const rows of chunks) yield rows.map((row) => offer(feed, row, priceType)).join('')
  yield '</Предложения></ПакетПредложений></КоммерческаяИнформация>\n'
}

function offer(feed: Feed, { id, name, price }: OutletRow, priceType: string): string {
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
