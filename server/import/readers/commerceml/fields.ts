import { isRouble } from '../../values/currency.ts'
import { piecesIn } from '../../values/pieces.ts'
import type { References } from './references.ts'
import { all, type Node, textIn } from './tree.ts'

/** A goods item's fields by name; the first value of a field counts. */
export type Fields = Map<string, string>

/** Long texts, pictures and what the exchange itself needs. */
const LEFT_OUT = new Set(['Описание', 'Картинка', 'НомерВерсии', 'ПометкаУдаления', 'Статус'])
/** Longer values are no fields of a tyre. */
const LONGEST = 500

/** The fields of a `Товар` or `Предложение`, with the names that its ids stand for: 'Цена[Оптовая]', 'Остаток.Склад 1', 'Свойства[Ширина]'. */
export function fieldsOf(node: Node, references: References): Fields {
  const fields: Fields = new Map()
  const set = (name: string, value: string) => {
    if (value !== '' && value.length <= LONGEST && !fields.has(name)) fields.set(name, value)
  }
  for (const child of node.children) {
    if (child.children.length === 0 && !LEFT_OUT.has(child.name)) set(child.name, child.text.trim())
  }
  set('Изготовитель', all(node, 'Изготовитель', 'Наименование')[0]?.text.trim() ?? '')
  for (const { text } of all(node, 'Группы', 'Ид')) set('Группа', references.group(text.trim()))
  for (const one of all(node, 'ЗначенияСвойств', 'ЗначенияСвойства')) {
    const id = textIn(one, 'Ид')
    const property = references.property(id)
    const value = textIn(one, 'Значение')
    set(
      `Свойства[${property?.name || textIn(one, 'Наименование') || id}]`,
      property?.values.get(value) ?? value,
    )
  }
  for (const [list, item] of NAMED_LISTS) {
    for (const one of all(node, list, item))
      set(`${list}[${textIn(one, 'Наименование')}]`, textIn(one, 'Значение'))
  }
  for (const one of all(node, 'Цены', 'Цена')) set(...priceField(one, references))
  setStocks(node, references, set)
  return fields
}

const NAMED_LISTS = [
  ['ЗначенияРеквизитов', 'ЗначениеРеквизита'],
  ['ХарактеристикиТовара', 'ХарактеристикаТовара'],
] as const

/** A price by the name of its type; that of a set says so ('21840 за компл'), as one in another currency does. */
function priceField(node: Node, references: References): [name: string, value: string] {
  const id = textIn(node, 'ИдТипаЦены')
  const type = references.priceType(id)
  const currency = textIn(node, 'Валюта') || type.currency
  const words = [type.name, isRouble(currency) ? '' : currency].filter(Boolean).join(', ')
  const unit = textIn(node, 'Единица')
  const price = textIn(node, 'ЦенаЗаЕдиницу')
  const counted = price !== '' && piecesIn(unit) > 1 ? `${price} за ${unit}` : price
  return [words === '' ? 'Цена' : `Цена[${words}]`, counted]
}

/** Stock by warehouse, in each of the ways in which the versions of the format write it. */
function setStocks(node: Node, references: References, set: (name: string, value: string) => void): void {
  const inWarehouses = [
    ...all(node, 'Склад'),
    ...all(node, 'Склады', 'Склад'),
    ...all(node, 'Остатки', 'Остаток', 'Склад'),
  ]
  for (const one of inWarehouses) {
    const { ИдСклада: id = textIn(one, 'Ид'), КоличествоНаСкладе: stock = '' } = one.attributes
    set(
      `Остаток.${references.warehouse(id)}`,
      stock || textIn(one, 'КоличествоНаСкладе') || textIn(one, 'Количество'),
    )
  }
  for (const one of all(node, 'Остатки', 'Остаток')) set('Количество', textIn(one, 'Количество'))
  set('Количество', textIn(node, 'КоличествоНаСкладе'))
}
