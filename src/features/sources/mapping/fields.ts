import { LOCATION_COLUMN_FIELDS, type LocationColumnField } from '../../../../contract/offers/offer-values.ts'
import { ID_LABELS, OFFER_LABELS } from '../../../../contract/sources/field-labels.ts'
import { SPEC_NAMES, type SpecName, TYRE_SPECS } from '../../../../contract/tyre/tyre-specs.ts'

export { fieldLabel, OFFER_LABELS } from '../../../../contract/sources/field-labels.ts'

export type OfferField = keyof typeof OFFER_LABELS
type IdField = keyof typeof ID_LABELS
/** Name of a record's field in a mapping. */
export type FieldName = SpecName | IdField | OfferField

const OFFER_FIELDS = Object.keys(OFFER_LABELS) as OfferField[]
const ID_FIELDS = Object.keys(ID_LABELS) as IdField[]
const TYRE_FIELDS = SPEC_NAMES.flatMap((name): FieldName[] =>
  name === 'article' ? [name, ...ID_FIELDS] : [name],
)
/** Fields of the tyre and fields of its offers, as grouped in dropdowns. */
export const FIELD_GROUPS: readonly { label: string; fields: readonly FieldName[] }[] = [
  { label: 'Шина', fields: TYRE_FIELDS },
  { label: 'Цена и наличие', fields: OFFER_FIELDS },
]

export const isHeld = (value: unknown): value is LocationColumnField =>
  LOCATION_COLUMN_FIELDS.some((held) => held === value)
export const isOfferField = (name: string): name is OfferField => Object.hasOwn(OFFER_LABELS, name)
const isIdField = (name: string): name is IdField => Object.hasOwn(ID_LABELS, name)
export const isFieldName = (name: string): name is FieldName =>
  isOfferField(name) || isIdField(name) || Object.hasOwn(TYRE_SPECS, name)
