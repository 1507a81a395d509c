import type { ImportLimits } from '../import/limits.ts'
import type { FoundContainer } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { goodsOfKind } from '../import/values/goods.ts'
import { decodeText } from './encoding.ts'
import type { FileHead } from './file-head.ts'
import { findRecordArrays } from './json-layout.ts'
import { nameMeanings } from './name-meanings.ts'
import { findRecordElements } from './xml-layout.ts'

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
export function documentContainers(
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
  if (!has(PRICES) || !has(NAMES)) return 'нет цен'
  return goodsOfKind(name.replaceAll(/[._/]/g, ' ')) === 'others' ? 'другие товары' : 'не выбран'
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
