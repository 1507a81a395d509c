import { type Cell, SPEC_NAMES, type SpecName } from '../report-row.ts'
import { firstMember, isObject, textCell } from './values.ts'

/** Specification 7.7 and 7.10: the names under which analytics items and price-change rows carry each specification. */
const NAMES: Readonly<Record<SpecName, readonly string[]>> = {
  article: ['article', 'brand_article'],
  brand: ['brand', 'manufacturer'],
  name: ['name'],
  width: ['width'],
  height: ['height'],
  diameter: ['diameter'],
  season: ['season'],
  vehicleType: ['vehicle_type', 'type'],
  speedIndex: ['speed_index'],
  loadIndex: ['weight_index', 'load_index'],
}

export function readSpecs(value: unknown): Record<SpecName, Cell> {
  const object = isObject(value) ? value : {}
  const specs = {} as Record<SpecName, Cell>
  for (const name of SPEC_NAMES) specs[name] = textCell(firstMember(object, NAMES[name]))
  return specs
}
