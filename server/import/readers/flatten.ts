import { isObject } from '../../../contract/legacy/values.ts'
import type { Columns, RawCell } from './columns.ts'
import type { NamedValues } from './named-values.ts'

/** Maximum depth of a field; deeper values are not fields of a price list and are ignored. */
const MAX_DEPTH = 8

/**
 * Flattens an object into a record. Nested objects become fields with joined names ('price.retail'), and null is a
 * missing field. Nested lists are read by the mapping's `list`, except that values listed with their names become
 * fields ('params[Ширина]'), and a list of words one field ('б/у, износ 20 %').
 */
export function flattenObject(value: object, columns: Columns, namedValues?: NamedValues): RawCell[] {
  const cells: RawCell[] = []
  addFields(value, { columns, cells, namedValues }, '', 1)
  return cells
}

interface Target {
  columns: Columns
  cells: RawCell[]
  namedValues: NamedValues | undefined
}

function addFields(value: object, target: Target, prefix: string, depth: number): void {
  const { columns, cells } = target
  for (const [name, member] of Object.entries(value)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (typeof member === 'string' || typeof member === 'number') cells[columns.slot(path)] = member
    else if (typeof member === 'boolean') cells[columns.slot(path)] = String(member)
    else if (isObject(member) && depth < MAX_DEPTH) addFields(member, target, path, depth + 1)
    else if (Array.isArray(member)) {
      const words = joinedWords(member)
      if (words === '') addNamedValues(member, target, path)
      else cells[columns.slot(path)] = words
    }
  }
}

/** Length to which the words of a list are joined; longer lists are those of a description. */
const MAX_JOINED = 1_000

/** Returns the texts of a list, joined; '' for a list of other values, of numbers or of addresses. */
function joinedWords(list: readonly unknown[]): string {
  const isWord = (item: unknown): item is string =>
    typeof item === 'string' && !/^(?:https?:)?\/|^data:/.test(item)
  if (!list.every(isWord) || !list.some((item) => /\p{L}/u.test(item))) return ''
  return list.join(', ').slice(0, MAX_JOINED)
}

function addNamedValues(list: unknown[], { columns, cells, namedValues }: Target, path: string): void {
  if (!namedValues) return
  for (const item of list) {
    if (!isObject(item)) return
    const members = item as Record<string, unknown>
    const value = namedValues.valueOf(path, members)
    const field = value === undefined ? null : namedValues.fieldOf(path, members)
    if (field === null) continue
    const slot = columns.slot(field)
    if (cells[slot] === undefined) cells[slot] = value
  }
}

/** Returns the objects of the list at the path as records; none if there is no such list. */
export function flattenList(value: object, path: string, columns: Columns): RawCell[][] {
  let found: unknown = value
  for (const name of path.split('.')) {
    found = isObject(found) ? (found as Record<string, unknown>)[name] : undefined
  }
  return Array.isArray(found) ? found.filter(isObject).map((item) => flattenObject(item, columns)) : []
}
