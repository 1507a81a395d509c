import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { boundedXml } from './bounded-xml.ts'
import type { RawCell } from './columns.ts'
import { createNamedValues, type NamedValues } from './named-values.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { cdataUnescaper } from './xml-text.ts'

/** Reads XML with at most one record in memory. */
export function xmlReader(options: RecordOptions, sink: RecordSink): TextReader {
  const { limits = USUAL_LIMITS } = options
  let record: XmlRecord | undefined
  let recordLine = 0
  let records = 0
  let recordStart = 0
  let depth = 0
  const namedValues = createNamedValues()
  const categories = createXmlCategories()
  const cdata = cdataUnescaper()

  function checkLength(): void {
    if (record && xml.position - recordStart > limits.recordChars) {
      throw limitExceeded('recordChars', limits, `строка ${recordLine}`)
    }
  }

  function addCategory({ cells }: XmlRecord): void {
    const id = sink.columns.has(CATEGORY_ID) ? cells[sink.columns.slot(CATEGORY_ID)] : undefined
    const path = id === undefined ? undefined : categories.pathOf(String(id))
    if (path !== undefined) cells[sink.columns.slot(CATEGORY_FIELD)] = path
  }

  const xml = boundedXml(
    limits,
    {
      open(name, attributes) {
        depth++
        if (!record && (options.element === undefined ? depth === 2 : name === options.element)) {
          record = createXmlRecord(sink, options.list, namedValues, cdata)
          recordLine = xml.line
          recordStart = xml.position
        }
        checkLength()
        if (record) record.open(name, attributes)
        else categories.open(name, attributes)
      },
      text(text, isRaw) {
        if (record) record.text(text, isRaw)
        else categories.text(text)
      },
      close(name) {
        depth--
        if (!record) categories.close()
        if (!record?.close(name)) return
        checkLength()
        addCategory(record)
        sink.record(record.cells, ++records, options.list === undefined ? undefined : record.items)
        record = undefined
      },
    },
    options.alterations,
  )

  return {
    push(text) {
      xml.write(text)
    },
    end() {
      xml.end()
    },
  }
}

type XmlRecord = ReturnType<typeof createXmlRecord>

const PRICE = /цен[аы]|price/iu

/**
 * Collects the elements of a record: texts by path ('price.retail'), attributes after '@' ('price@currency'), and
 * values with a name of their own in brackets ('param[Ширина]').
 * @param list path of the nested list whose children are the items; a path ending with '[]' is the path of the items
 * themselves
 */
function createXmlRecord(
  sink: RecordSink,
  list: string | undefined,
  namedValues: NamedValues,
  cdata: ReturnType<typeof cdataUnescaper>,
) {
  const listed = list?.endsWith('[]') ? list.slice(0, -2) : undefined
  const cells: RawCell[] = []
  const items: RawCell[][] = []
  /** paths of the open elements within the record or list item */
  const paths: string[] = []
  /** bracketed fields of the open elements, null for elements without one */
  const named: (string | null)[] = []
  /** attributes and child values of the open price elements, whose types and values may be child elements */
  const prices: (Record<string, string> | null)[] = []
  let itemDepth = 0
  let text = ''

  function set(path: string, value: string): void {
    const inItem = itemDepth > 0
    const target = inItem ? (items.at(-1) as RawCell[]) : cells
    const slot = (inItem ? sink.itemColumns : sink.columns).slot(path)
    // The first non-empty one of repeated elements wins.
    if (target[slot] === undefined) target[slot] = value
  }

  return {
    cells,
    items,
    open(name: string, attributes: Record<string, string>): void {
      text = ''
      const parent = paths.at(-1)
      if (parent === undefined) paths.push('')
      else {
        const own = parent === '' ? name : `${parent}.${name}`
        if (itemDepth === 0 && (own === listed || (parent !== '' && parent === list))) {
          itemDepth = paths.push('')
          items.push([])
        } else paths.push(own)
      }
      const path = paths.at(-1)
      for (const attribute in attributes) set(`${path}@${attribute}`, attributes[attribute] as string)
      const field = path ? namedValues.fieldOf(path, attributes) : null
      named.push(field)
      prices.push(path && PRICE.test(name) ? { ...attributes } : null)
      const value = field === null || !path ? undefined : namedValues.valueOf(path, attributes)
      if (field !== null && value !== undefined) set(field, String(value))
    },
    text(piece: string, isRaw = false): void {
      text += isRaw ? cdata(named.at(-1) ?? paths.at(-1) ?? '', piece) : piece
    },
    /** @returns true if this closes the record itself */
    close(name: string): boolean {
      const path = paths.pop()
      const field = named.pop()
      const price = prices.pop()
      const outer = prices.at(-1)
      if (outer && text.trim() !== '') outer[name] ??= text.trim()
      if (text.trim() !== '') {
        // An item that is only a text has no field name.
        if (path) set(path, text)
        else if (path === '' && itemDepth > 0) set('#text', text)
        if (field) set(field, text)
      }
      const value = price && path ? namedValues.valueOf(path, price) : undefined
      if (price && path && value !== undefined) {
        const typed = field ?? namedValues.fieldOf(path, price)
        if (typed) set(typed, String(value))
      }
      text = ''
      if (paths.length < itemDepth) itemDepth = 0
      return paths.length === 0
    },
  }
}

/** Field with the path of a record's category: 'Шины / Легковые'. */
export const CATEGORY_FIELD = '$category'

/** Field with the id of a record's category. */
const CATEGORY_ID = 'categoryId'

const SEPARATOR = ' / '
/** More categories are data instead of categories, and more levels mean a cycle. */
const MAX_CATEGORIES = 20_000
const MAX_LEVELS = 10
/** Paths of longer names would fill the memory record by record. */
const MAX_NAME_LENGTH = 200

/** Collects the categories that precede the records of YML: `<category id="2" parentId="1">Диски</category>`. */
function createXmlCategories() {
  const known = new Map<string, { name: string; parent: string | undefined }>()
  let open: { name: string; parent: string | undefined } | undefined
  return {
    open(name: string, { id, parentId }: Readonly<Record<string, string>>): void {
      open = undefined
      if (name !== 'category' || id === undefined || known.size >= MAX_CATEGORIES) return
      open = { name: '', parent: parentId }
      known.set(id, open)
    },
    text(text: string): void {
      if (open) open.name = (open.name + text).slice(0, MAX_NAME_LENGTH)
    },
    close(): void {
      open = undefined
    },
    /** Returns the names of a category and its ancestors, outermost first; undefined for an unknown id. */
    pathOf(id: string): string | undefined {
      const names: string[] = []
      for (let next = known.get(id.trim()); next && names.length < MAX_LEVELS; ) {
        names.unshift(next.name.trim())
        next = next.parent === undefined ? undefined : known.get(next.parent)
      }
      return names.length === 0 ? undefined : names.join(SEPARATOR)
    },
  }
}
