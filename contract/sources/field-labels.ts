import { ofEachMapped, PLACE_FIELDS } from '../offers/offer-values.ts'
import { ofEachSpec, TYRE_SPECS } from '../tyre/tyre-specs.ts'

/** Labels of an offer's fields, by the field's name in a mapping. */
export const OFFER_LABELS = {
  city: 'Город',
  warehouse: 'Склад',
  ...ofEachMapped((name) => PLACE_FIELDS[name].mapping.label),
}

/** Labels of a listing's identifiers beside the article and of its state, by the field's name in a mapping. */
export const ID_LABELS = {
  code: 'Код поставщика',
  barcode: 'Штрихкод (EAN)',
  condition: 'Состояние',
  year: 'Год выпуска',
} as const

const LABELS: Readonly<Record<string, string>> = {
  ...ID_LABELS,
  ...OFFER_LABELS,
  ...ofEachSpec((name) => TYRE_SPECS[name].label),
}

/** Columns that a list does not have itself: the name of the sheet, the category and the name of a record. */
const OWN_COLUMNS: Readonly<Record<string, string>> = {
  $sheet: 'название листа',
  $category: 'категория',
  $key: 'название записи',
  $section: 'заголовок раздела',
}

/** Returns the name of a column as people call it. */
export const columnLabel = (name: string): string =>
  (Object.hasOwn(OWN_COLUMNS, name) && OWN_COLUMNS[name]) || name

/** Returns the label of a field; for an unknown field, which a newer server may have, its name. */
export const fieldLabel = (name: string): string => (Object.hasOwn(LABELS, name) && LABELS[name]) || name
