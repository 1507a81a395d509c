import { piecesIn } from '../../values/pieces.ts'
import { isRouble } from '../../values/price.ts'
import { childText, descendants, type References, type XmlNode } from './references.ts'

/**
 * Values of a goods item by key: 'Артикул', or a kind with the ids that name it ('Цена', type, currency), joined by a
 * separator. The ids are resolved after the last document, since definitions may follow their use.
 */
export type RawFields = Map<string, string>

/** Field with the deletion mark, 'true' or 'false'; missing if the document has no mark. */
export const DELETED = '\0deleted'

/** Separator; never occurs in XML. */
const SEPARATOR = '\0'

/** Long texts, pictures and data about the exchange itself. */
const IGNORED_FIELDS = new Set(['Описание', 'Картинка', 'НомерВерсии', 'ПометкаУдаления', 'Статус'])
/** Maximum length of a value in characters; longer ones are not fields of a tyre. */
const MAX_VALUE_LENGTH = 500

type SetField = (key: readonly string[], value: string) => void

/** Reads the fields of a `Товар` or `Предложение`; the first value of a field counts. */
export function fieldsOf(node: XmlNode): RawFields {
  const fields: RawFields = new Map()
  const set: SetField = (parts, value) => {
    const key = parts.join(SEPARATOR)
    if (value !== '' && value.length <= MAX_VALUE_LENGTH && !fields.has(key)) fields.set(key, value)
  }
  for (const child of node.children) {
    if (child.children.length === 0 && !IGNORED_FIELDS.has(child.name)) set([child.name], child.text.trim())
  }
  set(['Изготовитель'], descendants(node, 'Изготовитель', 'Наименование')[0]?.text.trim() ?? '')
  for (const { text } of descendants(node, 'Группы', 'Ид')) set(['Группа', text.trim()], text.trim())
  for (const one of descendants(node, 'ЗначенияСвойств', 'ЗначенияСвойства'))
    set(['Свойства', childText(one, 'Ид'), childText(one, 'Наименование')], childText(one, 'Значение'))
  for (const [list, item] of NAMED_LISTS) {
    for (const one of descendants(node, list, item))
      set([`${list}[${childText(one, 'Наименование')}]`], childText(one, 'Значение'))
  }
  for (const one of descendants(node, 'Цены', 'Цена'))
    set(['Цена', childText(one, 'ИдТипаЦены'), childText(one, 'Валюта')], priceWithCount(one))
  setStocks(node, set)
  set([DELETED], deletionMark(node))
  return fields
}

const NAMED_LISTS = [
  ['ЗначенияРеквизитов', 'ЗначениеРеквизита'],
  ['ХарактеристикиТовара', 'ХарактеристикаТовара'],
] as const

const YES = /^(?:true|1|да|истина)$/iu
const DELETED_STATUS = /^удал[её]н[оа]?$/iu

function deletionMark(node: XmlNode): string {
  const mark = childText(node, 'ПометкаУдаления') || (node.attributes.ПометкаУдаления ?? '').trim()
  const status = childText(node, 'Статус') || (node.attributes.Статус ?? '').trim()
  return mark === '' && status === '' ? '' : String(YES.test(mark) || DELETED_STATUS.test(status))
}

const PIECE = /^(?:шт|ед|pcs|pce|796(?!\d))/iu

/**
 * Returns the text of a price. If the price is for several tyres, the text includes their number: '21840 за компл',
 * '19200 за 4 шт'.
 */
function priceWithCount(node: XmlNode): string {
  const price = childText(node, 'ЦенаЗаЕдиницу')
  const unit = childText(node, 'Единица')
  if (price === '' || unit === '' || PIECE.test(unit)) return price
  const pieces = Number(childText(node, 'Коэффициент').replace(',', '.'))
  if (Number.isInteger(pieces) && pieces > 1) return `${price} за ${pieces} шт`
  return piecesIn(unit) > 1 ? `${price} за ${unit}` : price
}

/** Reads the stock by warehouse, which each version of the format writes differently. */
function setStocks(node: XmlNode, set: SetField): void {
  const inWarehouses = [
    ...descendants(node, 'Склад'),
    ...descendants(node, 'Склады', 'Склад'),
    ...descendants(node, 'Остатки', 'Остаток', 'Склад'),
  ]
  for (const one of inWarehouses) {
    const { ИдСклада: id = childText(one, 'Ид'), КоличествоНаСкладе: stock = '' } = one.attributes
    set(['Остаток', id], stock || childText(one, 'КоличествоНаСкладе') || childText(one, 'Количество'))
  }
  for (const one of descendants(node, 'Остатки', 'Остаток')) set(['Количество'], childText(one, 'Количество'))
  set(['Количество'], childText(node, 'КоличествоНаСкладе'))
}

/**
 * Replaces the ids in a field's key or value with their names: 'Цена[Оптовая]', 'Остаток.Склад 1',
 * 'Свойства[Ширина]'.
 */
export function resolveField(
  key: string,
  value: string,
  references: References,
): [name: string, value: string] {
  const [kind = '', id, more = ''] = key.split(SEPARATOR)
  if (id === undefined) return [kind, value]
  if (kind === 'Группа') return [kind, references.group(id)]
  if (kind === 'Остаток') return [`${kind}.${references.warehouse(id)}`, value]
  if (kind === 'Цена') return [priceName(id, more, references), value]
  const property = references.property(id)
  return [`${kind}[${property?.name || more || id}]`, property?.values.get(value) ?? value]
}

function priceName(id: string, ownCurrency: string, references: References): string {
  const type = references.priceType(id)
  const currency = ownCurrency || type.currency
  const name = [type.name, isRouble(currency) ? '' : currency].filter(Boolean).join(', ')
  return name === '' ? 'Цена' : `Цена[${name}]`
}
