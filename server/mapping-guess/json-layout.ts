import { isObject } from '../../contract/legacy/values.ts'
import { ImportError } from '../import/errors.ts'
import { type ImportLimits, limitExceeded } from '../import/limits.ts'
import { jsonFault } from '../import/readers/json-fault.ts'
import { parseRepaired } from '../import/readers/repair-json.ts'

const MAX_ARRAYS = 8
/** Length of the text in which the arrays are searched. */
const SAMPLE_CHARS = 600_000

/** Array, or object of objects, that may contain the records, with the nested lists of its objects. */
export interface JsonLayout {
  /** '' if the whole document is the array; ends with '*' if the records are the members of an object */
  path: string
  lists: string[]
  /** number of its records in the searched text */
  records: number
  /** names of their members */
  fields: ReadonlySet<string>
}

/** Share of common members of two arrays with records of one form. */
const SAME_SHARE = 0.8

/** Returns the groups of arrays whose records have the same members; they are parts of one list. */
export function groupBySchema(arrays: readonly JsonLayout[]): { paths: string[]; lists: string[] }[] {
  const groups: JsonLayout[][] = []
  for (const array of arrays.filter(({ path }) => path !== '' && !path.endsWith('*'))) {
    const group = groups.find(([first]) => first && commonShare(first.fields, array.fields) >= SAME_SHARE)
    if (group) group.push(array)
    else groups.push([array])
  }
  return groups
    .filter(({ length }) => length > 1)
    .map((group) => ({
      paths: group.map(({ path }) => path),
      lists: [...new Set(group.flatMap(({ lists }) => lists))],
    }))
}

function commonShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((name) => other.has(name)).length
  return common / Math.max(one.size, other.size)
}

/**
 * Minimum number of members of an object of records, and of fields that the members share; otherwise the object is a
 * record itself.
 */
const MIN_MEMBERS = 3
const MIN_FIELDS = 2

/**
 * Finds arrays of objects, and objects of objects, most likely records first.
 * @throws ImportError if they nest too deeply, or if the text is not JSON
 */
export function findRecordArrays(text: string, limits: ImportLimits): JsonLayout[] {
  const value = parseTruncated(text.slice(0, SAMPLE_CHARS), limits)
  const found: (JsonLayout & { score: number })[] = []
  const add = (path: string, objects: readonly object[]) => {
    const fields = new Set(objects.slice(0, 50).flatMap((object) => Object.keys(object)))
    const score = Math.log2(objects.length + 1) * Math.min(fields.size, 40)
    found.push({ path, lists: listsIn(objects), records: objects.length, fields, score })
  }
  const visit = (node: unknown, path: string, depth: number) => {
    if (Array.isArray(node)) {
      if (node.length > 0 && node.every(isObject)) add(path, node)
    } else if (isObject(node) && areRecords(Object.values(node))) {
      add(path === '' ? '*' : `${path}.*`, Object.values(node).filter(isObject))
    } else if (isObject(node) && depth < 6) {
      for (const [name, member] of Object.entries(node))
        visit(member, path === '' ? name : `${path}.${name}`, depth + 1)
    }
  }
  visit(value, '', 0)
  return found.sort((a, b) => b.score - a.score).slice(0, MAX_ARRAYS)
}

/** Returns true if all members are objects that mostly have the same fields. */
function areRecords(members: readonly unknown[]): boolean {
  if (members.length < MIN_MEMBERS || !members.every((member) => isObject(member))) return false
  const counts = new Map<string, number>()
  for (const name of members.flatMap((member) => Object.keys(member as object))) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts.values()].filter((count) => count > members.length / 2).length >= MIN_FIELDS
}

/** Returns the names of the nested lists in the objects of JSON Lines. */
export function listsOfLines(text: string): string[] {
  const objects = text
    .slice(0, SAMPLE_CHARS)
    .split('\n')
    .map((line): unknown => {
      try {
        return parseRepaired(line)
      } catch {
        return null
      }
    })
  return listsIn(objects.filter(isObject))
}

function listsIn(objects: readonly object[]): string[] {
  const lists = new Set<string>()
  const visit = (node: object, path: string, depth: number) => {
    for (const [name, member] of Object.entries(node)) {
      const own = path === '' ? name : `${path}.${name}`
      if (Array.isArray(member)) {
        if (member.length > 0 && member.every(isObject)) lists.add(own)
      } else if (isObject(member) && depth < 3) visit(member, own, depth + 1)
    }
  }
  for (const object of objects.slice(0, 200)) visit(object, '', 0)
  return [...lists].slice(0, 3)
}

/** Parses the complete part of a JSON text that is cut off anywhere. */
function parseTruncated(text: string, limits: ImportLimits): unknown {
  const closers: string[] = []
  let inString = false
  let lastComplete = -1
  /** number of brackets that are open at `lastComplete` */
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
      continue
    }
    if (char === '"') inString = true
    else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']')
      if (closers.length > limits.depth) throw limitExceeded('depth', limits)
    } else if (char === '}' || char === ']') {
      closers.pop()
      lastComplete = at + 1
      open = closers.length
      if (open === 0) break
    }
  }
  // Brackets opened after `lastComplete` are above these on the stack and are not closed.
  const closing = closers.slice(0, open).reverse().join('')
  try {
    return parseRepaired(text.slice(0, lastComplete) + closing)
  } catch {
    const fault = jsonFault(text)
    if (fault !== null) throw new ImportError(fault)
    return undefined
  }
}
