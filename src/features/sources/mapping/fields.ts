import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../../../../contract/tyre/tyre-specs.ts'

/** Labels of an offer's fields, by the field's name in a mapping. */
export const OFFER_LABELS = {
  city: 'Город',
  warehouse: 'Склад',
  retail: 'Розничная цена',
  opt: 'Оптовая цена',
  cost: 'Себестоимость',
  stock: 'Остаток',
} as const

export type OfferField = keyof typeof OFFER_LABELS
/** Name of a record's field in a mapping. */
export type FieldName = SpecName | OfferField

const OFFER_FIELDS = Object.keys(OFFER_LABELS) as OfferField[]
/** Fields of the tyre and fields of its offers, as grouped in dropdowns. */
export const FIELD_GROUPS: readonly { label: string; fields: readonly FieldName[] }[] = [
  { label: 'Шина', fields: SPEC_NAMES },
  { label: 'Цена и наличие', fields: OFFER_FIELDS },
]

/** Kinds of values that a column for one city or warehouse can contain. */
export const HELD = ['stock', 'retail', 'opt', 'cost'] as const
export type Held = (typeof HELD)[number]

export const isHeld = (value: unknown): value is Held => HELD.some((held) => held === value)
export const isOfferField = (name: string): name is OfferField => Object.hasOwn(OFFER_LABELS, name)
export const isFieldName = (name: string): name is FieldName =>
  isOfferField(name) || Object.hasOwn(TYRE_SPECS, name)

/** Returns the label of a field; for an unknown field, which a newer server may have, its name. */
export const fieldLabel = (name: string): string =>
  isOfferField(name)
    ? OFFER_LABELS[name]
    : Object.hasOwn(TYRE_SPECS, name)
      ? TYRE_SPECS[name as SpecName].label
      : name
