import { type ItemValue, type MarkupItem, termOf } from './item.ts'
import { type PageDocument, rawText } from './page-document.ts'

/** Limits for hostile documents: nesting, values in a page, scripts, and characters of one script. */
const MAX_DEPTH = 32
const MAX_VALUES = 50_000
const MAX_SCRIPTS = 100
const MAX_CHARS = 5_000_000

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Reads the JSON-LD of a page. Scripts that are no JSON are skipped. */
export function jsonLdItems({ elements }: PageDocument): MarkupItem[] {
  const documents = elements
    .filter(({ name, attribs }) => name === 'script' && /^application\/ld\+json/i.test(attribs.type ?? ''))
    .slice(0, MAX_SCRIPTS)
    .flatMap((script) => parsed(rawText(script)) ?? [])
  return new JsonLdReader(documents).items(documents)
}

/** Parses a script as shops write it: within an HTML comment or CDATA, with line breaks inside texts. */
function parsed(text: string): Json | undefined {
  if (text.length > MAX_CHARS) return undefined
  const bare = withoutWrapping(text.trim())
  for (const attempt of [bare, withoutBreaks(bare)]) {
    try {
      return JSON.parse(attempt) as Json
    } catch {
      // The next attempt, or none.
    }
  }
  return undefined
}

const OPENING = /^(?:<!--|(?:\/\/|\/\*)?\s{0,9}<!\[CDATA\[(?:\s{0,9}\*\/)?)/
const CLOSING = /(?:-->|(?:\/\/|\/\*)?\s{0,9}\]\]>(?:\s{0,9}\*\/)?)$/
/** Number of characters at the end of a script that can close its wrapping. */
const CLOSING_CHARS = 40

function withoutWrapping(text: string): string {
  const end = CLOSING.exec(text.slice(-CLOSING_CHARS))?.[0].length ?? 0
  return text.slice(OPENING.exec(text)?.[0].length ?? 0, text.length - end)
}

/** Replaces control characters, which JSON forbids within texts, and drops commas before a closing bracket. */
const withoutBreaks = (text: string): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/,\s*([}\]])/g, '$1')
    .replace(/;\s*$/, '')

/** Converts JSON-LD to items. References (`@id`) to other nodes of the page are followed. */
class JsonLdReader {
  readonly #byId = new Map<string, { [name: string]: Json }>()
  #left = MAX_VALUES

  constructor(documents: readonly Json[]) {
    for (const document of documents) this.#index(document, 0)
  }

  /** Returns all items of a value that are on its top level, also within arrays and `@graph`. */
  items(value: Json, depth = 0): MarkupItem[] {
    if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return []
    if (Array.isArray(value)) return value.flatMap((one) => this.items(one, depth + 1))
    const graph = value['@graph']
    const item = this.#item(value, depth)
    return [...(item ? [item] : []), ...(graph === undefined ? [] : this.items(graph, depth + 1))]
  }

  #index(value: Json, depth: number): void {
    if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const one of value) this.#index(one, depth + 1)
      return
    }
    const id = value['@id']
    // A node that only refers to another one has no further properties.
    if (typeof id === 'string' && Object.keys(value).length > 1 && !this.#byId.has(id))
      this.#byId.set(id, value)
    for (const one of Object.values(value)) this.#index(one, depth + 1)
  }

  #item(node: { [name: string]: Json }, depth: number): MarkupItem | undefined {
    const id = node['@id']
    const isReference = typeof id === 'string' && Object.keys(node).length === 1
    const whole = isReference ? this.#byId.get(id) : node
    if (!whole || depth > MAX_DEPTH || this.#left <= 0) return undefined
    this.#left -= 1
    const types = [whole['@type'] ?? []].flat().filter((type): type is string => typeof type === 'string')
    const props = new Map<string, ItemValue[]>()
    for (const [name, value] of Object.entries(whole)) {
      if (name.startsWith('@')) continue
      const values = this.#values(value, depth + 1)
      if (values.length > 0) props.set(termOf(name), values)
    }
    return { types: types.map(termOf), props }
  }

  #values(value: Json, depth: number): ItemValue[] {
    if (this.#left <= 0 || depth > MAX_DEPTH || value === null) return []
    if (Array.isArray(value)) return value.flatMap((one) => this.#values(one, depth + 1))
    if (typeof value !== 'object') {
      this.#left -= 1
      return [value]
    }
    if ('@value' in value) return this.#values(value['@value'] ?? null, depth + 1)
    if ('@list' in value) return this.#values(value['@list'] ?? null, depth + 1)
    const item = this.#item(value, depth)
    return item ? [item] : []
  }
}
