import type { Element } from 'domhandler'
import { elementText, type PageDocument } from './page-document.ts'

/** Value of an item's property. */
export type ItemValue = string | number | boolean | MarkupItem

/** Item of structured data, from JSON-LD, microdata or RDFa, with names as at schema.org. */
export interface MarkupItem {
  /** types without the vocabulary's address: ['Product'] */
  types: readonly string[]
  /** all values of each property, in document order */
  props: ReadonlyMap<string, readonly ItemValue[]>
}

/** Returns a type's or property's name without the vocabulary's address or prefix: 'Product', 'price'. */
export const termOf = (name: string): string => name.trim().replace(/^.*[/#:]/, '')

export const isItem = (value: ItemValue | undefined): value is MarkupItem => typeof value === 'object'

/** Returns the texts and numbers of properties, without empty ones. */
export const textsAt = (item: MarkupItem, ...names: string[]): (string | number)[] =>
  names
    .flatMap((name) => item.props.get(name) ?? [])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .filter((value) => value !== '')

/** Returns a property's first text or number; undefined without one. */
export const firstText = (item: MarkupItem, ...names: string[]): string | number | undefined =>
  textsAt(item, ...names)[0]

/** Returns whether an item has one of the types, which shops write in any case. */
export const isA = (item: MarkupItem, types: ReadonlySet<string>): boolean =>
  item.types.some((type) => types.has(type.toLowerCase()))

/** Returns the items among a property's values. */
export const itemsAt = (item: MarkupItem, name: string): MarkupItem[] =>
  (item.props.get(name) ?? []).filter(isItem)

/** Names of the attributes with which a page marks items and their properties. */
interface Markup {
  /** attribute of elements that begin an item */
  item: string
  type: string
  property: string
}

const MICRODATA: Markup = { item: 'itemscope', type: 'itemtype', property: 'itemprop' }
const RDFA: Markup = { item: 'typeof', type: 'typeof', property: 'property' }

/** Item that is being read. */
interface Item {
  types: string[]
  props: Map<string, ItemValue[]>
}

/** Maximum number of items and properties that are read from a page. */
const MAX_ELEMENTS = 20_000

/** Attributes that hold an element's value instead of its text. */
const VALUE_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}

export const microdataItems = (page: PageDocument): MarkupItem[] => attributeItems(page, MICRODATA)
export const rdfaItems = (page: PageDocument): MarkupItem[] => attributeItems(page, RDFA)

/** Reads the items that a page marks with attributes: microdata with `itemref`, or RDFa Lite. */
function attributeItems(page: PageDocument, markup: Markup): MarkupItem[] {
  const withAttribute = (name: string) =>
    page.elements.filter(({ attribs }) => attribs[name] !== undefined).slice(0, MAX_ELEMENTS)
  const made = new Map<Element, Item>()
  // Shops forget `itemscope` beside a type.
  const elements = page.elements
    .filter(({ attribs }) => attribs[markup.item] !== undefined || attribs[markup.type] !== undefined)
    .slice(0, MAX_ELEMENTS)
  for (const element of elements) made.set(element, { types: typesOf(element, markup), props: new Map() })
  const owners = referredOwners(page, elements)
  const nested = new Set<Element>()
  const stray: Item = { types: ['Product'], props: new Map() }
  for (const element of withAttribute(markup.property)) {
    const owner = ownerOf(element, made, owners)
    const into = owner ? made.get(owner) : made.has(element) ? undefined : stray
    if (!into || owner === element) continue
    const own = made.get(element)
    if (own) nested.add(element)
    const value = own ?? elementValue(element)
    for (const name of words(element.attribs[markup.property])) {
      const values = into.props.get(termOf(name)) ?? []
      values.push(value)
      into.props.set(termOf(name), values)
    }
  }
  const items = elements
    .filter((element) => !nested.has(element))
    .flatMap((element) => made.get(element) ?? [])
  if (markup === MICRODATA && stray.props.has('price')) adopt(items, stray, page)
  return items
}

/**
 * Gives properties outside of any item, such as `<meta itemprop>` in the head, to the page's only product, or else to
 * the one that its heading names.
 */
function adopt(items: Item[], stray: Item, { elements }: PageDocument): void {
  const products = items.filter(({ types }) => types.some((type) => /^product$/i.test(type)))
  const [product] = products
  if (product && products.length === 1) {
    for (const [name, values] of stray.props) if (!product.props.has(name)) product.props.set(name, values)
    return
  }
  const heading = elements.find(({ name }) => name === 'h1')
  if (!stray.props.has('name') && heading) stray.props.set('name', [elementText(heading)])
  items.push(stray)
}

const typesOf = (element: Element, { type }: Markup): string[] => words(element.attribs[type]).map(termOf)

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean)

/** Returns the item of each element that an item's `itemref` names. */
function referredOwners(page: PageDocument, elements: readonly Element[]): Map<Element, Element> {
  const referring = elements.filter(({ attribs }) => attribs.itemref !== undefined)
  if (referring.length === 0) return new Map()
  const byId = new Map(page.elements.map((element) => [element.attribs.id, element]))
  const owners = new Map<Element, Element>()
  for (const owner of referring) {
    for (const id of words(owner.attribs.itemref)) {
      const element = byId.get(id)
      if (element) owners.set(element, owner)
    }
  }
  return owners
}

/** Returns the item that an element's property belongs to: the nearest one around it, or one that refers to it. */
function ownerOf(
  element: Element,
  made: ReadonlyMap<Element, unknown>,
  owners: ReadonlyMap<Element, Element>,
): Element | undefined {
  let at: Element | undefined = element
  while (at) {
    const referring = owners.get(at)
    if (referring) return referring
    const parent = at.parent as Element | null
    if (!parent || !('attribs' in parent)) return undefined
    if (made.has(parent)) return parent
    at = parent
  }
  return undefined
}

function elementValue(element: Element): string {
  const { attribs, name } = element
  const attribute = attribs.content ?? attribs[VALUE_ATTRIBUTES[name] ?? 'content']
  return attribute?.trim() || elementText(element)
}
