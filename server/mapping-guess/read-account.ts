import { basename } from 'node:path'
import type { ListAccount } from '../../contract/sources/account.ts'
import type { ImportLimits } from '../import/limits.ts'
import type { FoundContainer, ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { goodsOfKind } from '../import/values/goods.ts'
import { type AccountOptions, accountOf, WHY_UNREAD } from './account.ts'
import { decodeText, type FileHead, readHead } from './file-head.ts'
import { findRecordArrays } from './json-layout.ts'
import { nameMeanings } from './name-meanings.ts'
import { findRecordElements } from './xml-layout.ts'

/** Part of a document in which arrays and elements beside the records are searched. */
const HEAD_BYTES = 256 * 1024

/** Returns the account of a price list that was read with a mapping. */
export async function readAccount(
  path: string,
  mapping: Mapping,
  reading: ListReading,
  limits: ImportLimits,
  options: AccountOptions = {},
): Promise<ListAccount> {
  const head = await readHead(path, limits, () => {}, mapping.records?.file, HEAD_BYTES)
  const containers = [...reading.containers, ...documentContainers(head, mapping, limits)]
  return accountOf(
    mapping,
    {
      ...reading,
      containers,
      notes: [...reading.notes, ...documentNotes(head), options.called || basename(head.name)],
    },
    options,
  )
}

type Records = NonNullable<Mapping['records']>

const PRICES = ['price', 'retail', 'opt', 'cost'] as const
const NAMES = ['name', 'article', 'model', 'size', 'brand'] as const
const SURE = 0.6

interface FoundLayout {
  name: string
  records: number
  fields: ReadonlySet<string>
  isRead: boolean
}

/** Returns the arrays of JSON or the repeated elements of XML at the beginning of a document. */
function documentContainers(
  { bytes, format, whole }: FileHead,
  { records = {} }: Mapping,
  limits: ImportLimits,
): FoundContainer[] {
  if (format !== 'json' && format !== 'xml') return []
  const { text } = decodeText(bytes, whole)
  const kind = format === 'json' ? 'array' : 'element'
  const found = format === 'json' ? arraysOf(text, records, limits) : elementsOf(text, records, limits)
  if (found.length < 2) return []
  return found.map(({ name, records: count, fields, isRead }) => ({
    ...{ kind, name, isRead, records: count },
    ...(!isRead && { why: whyOf(name, fields) }),
  }))
}

/** Returns why a container is not read, judged by the names of its records' fields and its own. */
function whyOf(name: string, fields: ReadonlySet<string>): string {
  const last = [...fields].map((field) => nameMeanings(field.split(/[./]/).at(-1) ?? field))
  const has = (meanings: readonly (typeof PRICES | typeof NAMES)[number][]) =>
    last.some((named) => meanings.some((meaning) => (named[meaning] ?? 0) >= SURE))
  if (!has(PRICES) || !has(NAMES)) return WHY_UNREAD.nothing
  return goodsOfKind(name.replaceAll(/[._/]/g, ' ')) === 'others' ? WHY_UNREAD.goods : WHY_UNREAD.tyres
}

function arraysOf(text: string, { path }: Records, limits: ImportLimits): FoundLayout[] {
  const arrays = findRecordArrays(text, limits)
  // Without a path the first array of the document is read.
  const read = path === undefined ? arrays.slice(0, 1).map((array) => array.path) : [path].flat()
  return arrays.map(({ path: name, records, fields }) => ({
    ...{ name, records, fields },
    isRead: read.includes(name),
  }))
}

function elementsOf(text: string, { element }: Records, limits: ImportLimits): FoundLayout[] {
  // Without an element all children of the root are read.
  if (element === undefined) return []
  const elements = findRecordElements(text, limits, () => {})
  const read = elements.filter((one) => one.element === element)
  const isWithin = (path: string, other: string) => path.startsWith(`${other}/`)
  return elements
    .filter(({ path }) => !read.some((one) => isWithin(path, one.path) || isWithin(one.path, path)))
    .map(({ element: name, records, fields }) => ({ ...{ name, records, fields }, isRead: name === element }))
}

/** Part of a document before its records that is looked at. */
const HEAD_CHARS = 6_000
const MAX_NOTES = 50
/** Members that are never about prices. */
const CONTACTS = /^(?:url|link|site|email|phone|version|date)$/i
/** Members and elements that name the shop, not the prices. */
const SHOP_NAMES =
  /^(?:name|company|url|link|site|platform|agency|email|phone|version|date|title|shop|наименование)$/i

/** Returns the texts of a document beside its records: 'currency: KZT', 'priceList: Оптовый', the root's attributes. */
function documentNotes({ bytes, format, whole }: FileHead): string[] {
  if (format !== 'json' && format !== 'xml' && format !== 'commerceml') return []
  const { text } = decodeText(bytes, whole)
  const notes = format === 'json' ? notesOfJson(text) : notesOfXml(text)
  if (format === 'commerceml' && /<УчтеноВСумме>\s*false/i.test(text))
    notes.push('Цены без НДС (УчтеноВСумме)')
  return notes.slice(0, MAX_NOTES)
}

/** Takes the members before the first array, and those behind the last one. */
function notesOfJson(text: string): string[] {
  const array = text.indexOf('[')
  if (!/^\s*\{/.test(text) || array === -1) return []
  const around = `${text.slice(0, Math.min(array, HEAD_CHARS))} ${text.slice(text.lastIndexOf(']')).slice(0, HEAD_CHARS)}`
  const members = /"([^"\\]{1,60})"\s{0,9}:\s{0,9}(?:"([^"\\]{1,300})"|(-?\d[\d.]{0,20}|true|false))/g
  return pairs(around.matchAll(members), CONTACTS)
}

/** Takes the attributes of the first elements, and the elements without others in them before the first record. */
function notesOfXml(text: string): string[] {
  const head = text
    .slice(0, HEAD_CHARS)
    .replace(/<!--[\s\S]*?-->|<\?[^?]*\?>/g, '')
    .replace(/<(currencies|categories)[\s>][\s\S]*$/, '')
  const [root = ''] = /<[^<>?!]{1,2000}>/.exec(head) ?? []
  const name = /^<([\p{L}\w:.-]{1,60})/u.exec(root)?.[1] ?? ''
  const comments = [...text.slice(0, HEAD_CHARS).matchAll(/<!--([\s\S]{1,500}?)-->/g)].map(([, words = '']) =>
    words.trim(),
  )
  return [
    name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
    ...comments,
    ...pairs(root.matchAll(/([\p{L}\w:.-]{1,60})\s{0,3}=\s{0,3}"([^"]{1,300})"/gu)),
    ...pairs(head.slice(0, firstRecord(head)).matchAll(/<([\p{L}\w:.-]{1,60})>([^<>]{1,300})<\//gu)),
  ].filter((note) => note !== '')
}

/** Returns where an element begins that has been there before: the second record. */
function firstRecord(head: string): number {
  const seen = new Map<string, number>()
  const [, ...elements] = head.matchAll(/<([\p{L}\w:.-]{1,60})[\s>]/gu)
  for (const { 1: name = '', index } of elements) {
    const first = seen.get(name)
    if (first !== undefined) return first
    seen.set(name, index)
  }
  return head.length
}

const pairs = (found: Iterable<RegExpExecArray>, isLeftOut = SHOP_NAMES): string[] =>
  [...found].flatMap(([, name = '', text, other]) =>
    isLeftOut.test(name) ? [] : [`${name}: ${text ?? other ?? ''}`],
  )
