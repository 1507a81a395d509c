import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../../../../contract/tyre/tyre-specs.ts'

/** Labels of an offer's fields, by their names in a mapping. */
export const OFFER_LABELS = {
  city: 'Город',
  warehouse: 'Склад',
  retail: 'Розничная цена',
  opt: 'Оптовая цена',
  cost: 'Себестоимость',
  stock: 'Остаток',
} as const

export type OfferField = keyof typeof OFFER_LABELS
/** Field of a record, by its name in a mapping. */
export type FieldName = SpecName | OfferField

const OFFER_FIELDS = Object.keys(OFFER_LABELS) as OfferField[]
/** Fields of the tyre, and fields of its offers. */
export const FIELD_GROUPS: readonly { label: string; fields: readonly FieldName[] }[] = [
  { label: 'Шина', fields: SPEC_NAMES },
  { label: 'Цена и наличие', fields: OFFER_FIELDS },
]

/** Kinds of values of a column that stands for one city or warehouse. */
export const HELD = ['stock', 'retail', 'opt', 'cost'] as const
export type Held = (typeof HELD)[number]

export const isHeld = (value: unknown): value is Held => HELD.some((held) => held === value)
export const isOfferField = (name: string): name is OfferField => Object.hasOwn(OFFER_LABELS, name)
export const isFieldName = (name: string): name is FieldName =>
  isOfferField(name) || Object.hasOwn(TYRE_SPECS, name)

/** Returns the label of a field; a newer server's field by its own name. */
export const fieldLabel = (name: string): string =>
  isOfferField(name)
    ? OFFER_LABELS[name]
    : Object.hasOwn(TYRE_SPECS, name)
      ? TYRE_SPECS[name as SpecName].label
      : name
