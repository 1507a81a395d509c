import { isObject } from '../../../contract/read/values.ts'
import type { Columns, RawCell } from './columns.ts'

/** Deeper values are ignored: they are not fields of a price list. */
const DEEPEST = 8

/**
 * Flattens an object into a record: nested objects become fields with joined names ('price.retail'), nested lists are
 * left to the mapping's `list`, and null is an absent field.
 */
export function flattenObject(value: object, columns: Columns): RawCell[] {
  const cells: RawCell[] = []
  layOut(value, columns, cells, '', 1)
  return cells
}

function layOut(value: object, columns: Columns, cells: RawCell[], prefix: string, depth: number): void {
  for (const [name, member] of Object.entries(value)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (typeof member === 'string' || typeof member === 'number') cells[columns.slot(path)] = member
    else if (typeof member === 'boolean') cells[columns.slot(path)] = String(member)
    else if (isObject(member) && depth < DEEPEST) layOut(member, columns, cells, path, depth + 1)
  }
}

/** The objects of the list at the path as records; none if there is no such list. */
export function flattenList(value: object, path: string, columns: Columns): RawCell[][] {
  let found: unknown = value
  for (const name of path.split('.')) {
    found = isObject(found) ? (found as Record<string, unknown>)[name] : undefined
  }
  return Array.isArray(found) ? found.filter(isObject).map((item) => flattenObject(item, columns)) : []
}
