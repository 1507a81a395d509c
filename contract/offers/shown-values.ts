import type { ReportLayout } from '../lib/lists.ts'
import type { PriceType } from '../reports/reports.ts'
import { PLACE_FIELD_NAMES, PLACE_FIELDS, type PlaceField, type StoredValue } from './offer-values.ts'

/** Layout and price type of a list. */
export interface ListKind {
  layout: ReportLayout
  priceType: PriceType
}

/** Site or warehouse of an offer. */
export interface ShownPlace {
  /** whether the site is an own one */
  own: boolean
  /** '' for the site's prices outside warehouses */
  warehouse: string
}

/** Returns whether a list displays a place's cost in the field of its retail price (specification 4.18). */
export const showsCost = ({ layout, priceType }: ListKind, { own, warehouse }: ShownPlace): boolean =>
  layout !== 'changes' && priceType === 'opt' && own && warehouse !== ''

/** Returns the value that a list displays in a place's field; null if the field stays empty. */
export function shownValue(field: PlaceField, list: ListKind, place: ShownPlace): StoredValue | null {
  if (field === 'wholesaleStock') return null
  if (list.layout === 'changes') return field
  switch (field) {
    case 'change':
      return null
    case 'cost':
      return place.warehouse === '' ? field : null
    case 'retail':
      if (showsCost(list, place)) return 'cost'
      return list.priceType === 'opt' ? null : field
    case 'wholesale':
      return list.priceType === 'retail' ? null : field
    default:
      return field
  }
}

/** Field of a place with the value that a list displays there. */
export interface ShownField {
  field: PlaceField
  value: StoredValue
}

/** Returns the fields of a place that are not always empty in a list, in column order. */
export const shownFields = (list: ListKind, place: ShownPlace): ShownField[] =>
  PLACE_FIELD_NAMES.flatMap((field) => {
    const value = shownValue(field, list, place)
    return value === null ? [] : { field, value }
  })

/** Returns whether a layout has a column for a field of a site's own prices (warehouse '') or of a warehouse. */
export function hasColumn(field: PlaceField, layout: ReportLayout, warehouse: string): boolean {
  const definition = PLACE_FIELDS[field]
  if (!('layouts' in definition)) return true
  const layouts: readonly ReportLayout[] = definition.layouts[warehouse === '' ? 'site' : 'warehouse']
  return layouts.includes(layout)
}
