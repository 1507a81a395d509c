import type { RawCell } from './columns.ts'
import type { RecordSink } from './reader.ts'

/** Collects a record's elements: texts by path ('price.retail'), attributes after '@' ('price@currency'). */
export interface XmlRecord {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  /** @returns true if this closes the record itself */
  close(): boolean
  readonly cells: RawCell[]
  readonly items: RawCell[][]
}

/** @param list path of the nested list whose children become items */
export function createXmlRecord(sink: RecordSink, list: string | undefined): XmlRecord {
  const cells: RawCell[] = []
  const items: RawCell[][] = []
  /** the paths of open elements within the record or list item */
  const paths: string[] = []
  let itemDepth = 0
  let text = ''

  function set(path: string, value: string): void {
    const inItem = itemDepth > 0
    const target = inItem ? (items.at(-1) as RawCell[]) : cells
    const place = (inItem ? sink.itemColumns : sink.columns).slot(path)
    // The first non-empty one of repeated elements counts.
    if (target[place] === undefined) target[place] = value
  }

  return {
    cells,
    items,
    open(name, attributes) {
      text = ''
      const parent = paths.at(-1)
      if (parent === undefined) paths.push('')
      else if (itemDepth === 0 && parent !== '' && parent === list) {
        itemDepth = paths.push('')
        items.push([])
      } else paths.push(parent === '' ? name : `${parent}.${name}`)
      const path = paths.at(-1)
      for (const attribute in attributes) set(`${path}@${attribute}`, attributes[attribute] as string)
    },
    text(piece) {
      text += piece
    },
    close() {
      const path = paths.pop()
      if (path && text.trim() !== '') set(path, text)
      text = ''
      if (paths.length < itemDepth) itemDepth = 0
      return paths.length === 0
    },
  }
}
