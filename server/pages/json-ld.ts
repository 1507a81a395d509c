import { decodeEntities } from '../import/readers/xml-text.ts'
import { type ItemValue, type MarkupItem, termOf } from './markup-items.ts'
import { type PageDocument, rawText } from './page-document.ts'
import { readScriptJson } from './script-json.ts'

/** Limits for hostile documents: nesting, values in a page, and scripts. */
const MAX_DEPTH = 32
const MAX_VALUES = 50_000
const MAX_SCRIPTS = 100

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Reads the JSON-LD of a page; a script with a fault does not hide the others. */
export function jsonLdItems({ elements }: PageDocument): { items: MarkupItem[]; faults: string[] } {
  const faults: string[] = []
  const documents = elements
    .filter(
      ({ name, attribs }) => name === 'script' && /^\s{0,9}application\/ld\+json/i.test(attribs.type ?? ''),
    )
    .slice(0, MAX_SCRIPTS)
    .flatMap((script, index) => {
      const { values, fault } = readScriptJson(rawText(script))
      if (fault !== '') faults.push(`JSON-LD, скрипт ${index + 1}: ${fault}`)
      return values as Json[]
    })
  return { items: new JsonLdReader(documents).items(documents), faults }
}

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
      return [typeof value === 'string' && value.includes('&') ? decodeEntities(value) : value]
    }
    if ('@value' in value) return this.#values(value['@value'] ?? null, depth + 1)
    if ('@list' in value) return this.#values(value['@list'] ?? null, depth + 1)
    const item = this.#item(value, depth)
    if (item) return [item]
    // A reference to something outside of the page is its name: {"@id": "https://schema.org/UsedCondition"}.
    return typeof value['@id'] === 'string' ? [value['@id']] : []
  }
}
