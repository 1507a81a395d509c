import { isObject, type JsonObject, member } from '../../../../contract/legacy/values.ts'
import { readJsonText } from './json-text.ts'

/** Completions at a position of a mapping's text. */
export interface Completion {
  /** names of members, or the values that a member may have */
  kind: 'key' | 'value'
  words: readonly string[]
  /** the part of the text that a chosen word replaces: what was begun of it */
  from: number
}

const NOTHING: Completion = { kind: 'key', words: [], from: 0 }

/**
 * The permitted names or values at the cursor.
 * @param schema the mapping's JSON Schema
 */
export function completionAt(schema: JsonObject, text: string, cursor: number): Completion {
  const { begun, from } = begunBefore(text, cursor)
  const before = text.slice(0, from)
  const { open } = readJsonText(before)
  const inside = open.at(-1)
  if (inside === undefined) return NOTHING
  const fits = (word: string) => word.toLowerCase().startsWith(begun.toLowerCase())
  if (inside.kind === 'object' && inside.next === 'key') {
    const taken = new Set([...inside.keys, ...keysAt(text, inside.path)])
    taken.delete(begun)
    const words = keysOf(schemasAt(schema, inside.path)).filter((key) => !taken.has(key) && fits(key))
    return { kind: 'key', words, from }
  }
  if (inside.next !== 'value') return NOTHING
  const last = inside.kind === 'object' ? inside.keys.at(-1) : String(inside.keys.length)
  const path = inside.path === '' ? String(last) : `${inside.path}.${last}`
  return { kind: 'value', words: valuesOf(schemasAt(schema, path)).filter(fits), from }
}

/** The text with a word chosen, and where the cursor then is. */
export function complete(
  text: string,
  cursor: number,
  { kind, from }: Completion,
  word: string,
): { text: string; cursor: number } {
  // A quote that closes what was begun would otherwise stay behind.
  const rest = text.slice(cursor).replace(text[from] === '"' ? /^[^"\n,:{}]*"/ : /^/, '')
  const colon = kind === 'key' && !/^\s*:/.test(rest) ? ': ' : ''
  const written = `${JSON.stringify(word)}${colon}`
  return { text: text.slice(0, from) + written + rest, cursor: from + written.length }
}

/** A word that was begun just before the cursor, with or without its quote. */
function begunBefore(text: string, cursor: number): { begun: string; from: number } {
  const found = /"?[\p{L}\p{N}_$-]*$/u.exec(text.slice(0, cursor))?.[0] ?? ''
  const closed =
    found.startsWith('"') && (text.slice(0, cursor - found.length).match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1
  if (closed) return { begun: '', from: cursor }
  return { begun: found.replace('"', ''), from: cursor - found.length }
}

/** The names that the whole text has at this path, if it can be read. */
function keysAt(text: string, path: string): string[] {
  let here = readJsonText(text).value
  for (const name of path === '' ? [] : path.split('.')) {
    here = isObject(here) ? member(here, name) : Array.isArray(here) ? here[Number(name)] : undefined
  }
  return isObject(here) ? Object.keys(here) : []
}

/** The schemas that apply at a path: several where there is a choice. */
function schemasAt(schema: JsonObject, path: string): JsonObject[] {
  let here = choices(schema)
  for (const name of path === '' ? [] : path.split('.')) {
    here = here.flatMap((one) => below(one, name)).flatMap(choices)
  }
  return here
}

function choices(schema: JsonObject): JsonObject[] {
  const several = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = member(schema, word)
    return Array.isArray(list) ? list.filter(isObject) : []
  })
  return several.length === 0 ? [schema] : several.flatMap(choices)
}

function below(schema: JsonObject, name: string): JsonObject[] {
  const properties = member(schema, 'properties')
  const own = isObject(properties) ? member(properties, name) : undefined
  if (isObject(own)) return [own]
  const patterns = member(schema, 'patternProperties')
  const others = isObject(patterns) ? Object.values(patterns) : []
  return [...others, member(schema, 'additionalProperties'), member(schema, 'items')].filter(isObject)
}

function keysOf(schemas: readonly JsonObject[]): string[] {
  const keys = schemas.flatMap((schema) => {
    const properties = member(schema, 'properties')
    return isObject(properties) ? Object.keys(properties) : []
  })
  return [...new Set(keys)]
}

function valuesOf(schemas: readonly JsonObject[]): string[] {
  const values = schemas.flatMap((schema) => {
    const listed = member(schema, 'enum')
    return [...(Array.isArray(listed) ? listed : []), member(schema, 'const')]
  })
  return [...new Set(values.filter((value): value is string => typeof value === 'string'))]
}
