/** Where a JSON text breaks off, and what stands where in it. */
export interface JsonText {
  value: unknown
  /** the first mistake of syntax; then there is no value */
  problem: { offset: number; message: string } | null
  /** where each member or item begins, by its path such as 'fields.retail' or 'extract.0' */
  offsets: ReadonlyMap<string, number>
  /** the path of what the text breaks off in, from the outside */
  open: readonly Open[]
}

/** An object or a list that has not ended yet. */
interface Open {
  path: string
  kind: 'object' | 'list'
  /** the names that it has so far */
  keys: string[]
  /** what would come next */
  next: 'key' | 'value' | 'other'
}

class Broken extends Error {
  readonly offset: number

  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

const PLAIN = /[^\s,:{}[\]"]+/y
const STRING = /"(?:[^"\\]|\\.)*"/sy

/** Reads a JSON text like JSON.parse, with the places of everything: browsers word their own errors differently, or give no place. */
export function readJsonText(text: string): JsonText {
  const offsets = new Map<string, number>()
  const open: Open[] = []
  let at = 0

  const skip = () => {
    while (at < text.length && /\s/.test(text[at] as string)) at++
  }
  const fail = (message: string): never => {
    throw new Broken(at, message)
  }
  const expect = (character: string) => {
    skip()
    if (at >= text.length) fail('Текст обрывается')
    if (text[at] !== character) fail(`Здесь нужен знак ${character}`)
    at++
  }
  const token = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? null
  }
  const string = (): string => {
    const found = token(STRING)
    if (found === null) return fail('Кавычка не закрыта')
    try {
      const value = JSON.parse(found) as string
      at += found.length
      return value
    } catch {
      return fail('Недопустимый знак в тексте')
    }
  }
  const below = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`)

  const value = (path: string): unknown => {
    skip()
    offsets.set(path, at)
    const first = text[at]
    if (first === undefined) return fail('Текст обрывается')
    if (first === '{') return object(path)
    if (first === '[') return list(path)
    if (first === '"') return string()
    const plain = token(PLAIN)
    if (plain === null) return fail(`Лишний знак ${first}`)
    try {
      const parsed: unknown = JSON.parse(plain)
      at += plain.length
      return parsed
    } catch {
      return fail(`Непонятно: ${plain.slice(0, 30)}`)
    }
  }

  const object = (path: string): unknown => {
    const entries: [string, unknown][] = []
    const state: Open = { path, kind: 'object', keys: [], next: 'key' }
    open.push(state)
    at++
    skip()
    while (text[at] !== '}') {
      if (entries.length > 0) {
        state.next = 'other'
        expect(',')
        skip()
      }
      state.next = 'key'
      if (at >= text.length) fail('Текст обрывается')
      if (text[at] !== '"') fail('Здесь нужно имя в кавычках')
      const from = at
      const key = string()
      state.keys.push(key)
      state.next = 'other'
      expect(':')
      state.next = 'value'
      entries.push([key, value(below(path, key))])
      offsets.set(below(path, key), from)
      state.next = 'other'
      skip()
    }
    at++
    open.pop()
    return Object.fromEntries(entries)
  }

  const list = (path: string): unknown => {
    const items: unknown[] = []
    const state: Open = { path, kind: 'list', keys: [], next: 'value' }
    open.push(state)
    at++
    skip()
    while (text[at] !== ']') {
      if (items.length > 0) {
        state.next = 'other'
        expect(',')
      }
      state.next = 'value'
      items.push(value(below(path, items.length)))
      state.keys.push(String(items.length - 1))
      state.next = 'other'
      skip()
    }
    at++
    open.pop()
    return items
  }

  try {
    const read = value('')
    skip()
    if (at < text.length) fail('После описания стоит лишнее')
    return { value: read, problem: null, offsets, open: [] }
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    return { value: undefined, problem: { offset: error.offset, message: error.message }, offsets, open }
  }
}

/** The line of an offset, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Where a path stands, or the nearest thing around it that is there. */
export function offsetOfPath(offsets: ReadonlyMap<string, number>, path: string): number {
  for (let around = path; around !== ''; around = around.slice(0, Math.max(0, around.lastIndexOf('.')))) {
    const offset = offsets.get(around)
    if (offset !== undefined) return offset
  }
  return 0
}
