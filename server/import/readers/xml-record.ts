import type { RawCell } from './columns.ts'
import type { NamedValues } from './named-values.ts'
import type { RecordSink } from './reader.ts'
import type { CdataUnescaper } from './xml-text.ts'

/**
 * Collects the elements of a record: texts by path ('price.retail'), attributes after '@' ('price@currency'), and
 * values with a name of their own in brackets ('param[Ширина]').
 */
export interface XmlRecord {
  open(name: string, attributes: Record<string, string>): void
  text(text: string, isRaw?: boolean): void
  /** @returns true if this closes the record itself */
  close(name: string): boolean
  readonly cells: RawCell[]
  readonly items: RawCell[][]
}

const PRICE = /цен[аы]|price/iu

/**
 * @param list path of the nested list whose children are the items; a path ending with '[]' is the path of the items
 * themselves
 */
export function createXmlRecord(
  sink: RecordSink,
  list: string | undefined,
  namedValues: NamedValues,
  cdata: CdataUnescaper,
): XmlRecord {
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
    open(name, attributes) {
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
    text(piece, isRaw = false) {
      text += isRaw ? cdata.unescape(named.at(-1) ?? paths.at(-1) ?? '', piece) : piece
    },
    close(name) {
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
