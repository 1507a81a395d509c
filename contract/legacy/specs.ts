import type { Cell } from '../reports/report-row.ts'
import { ofEachSpec, type SpecName, TYRE_SPECS } from '../tyre/tyre-specs.ts'
import { firstMember, isObject, textCell } from './values.ts'

/** Reads the specs of a tyre, each from the first of its names that has a value (specification 7.7). */
export function readSpecs(value: unknown): Record<SpecName, Cell> {
  const object = isObject(value) ? value : {}
  return ofEachSpec((name) => textCell(firstMember(object, TYRE_SPECS[name].read)))
}
