import { ImportError } from '../../import-error.ts'
import { beyond, USUAL_LIMITS } from '../../limits.ts'
import { type BoundedXml, boundedXml } from '../bounded-xml.ts'
import type { RawCell } from '../columns.ts'
import type { RecordOptions, RecordSink, TextReader } from '../reader.ts'
import { type Fields, fieldsOf } from './fields.ts'
import { createReferences } from './references.ts'
import { createTreeBuilder, type Node } from './tree.ts'

/** Where one document ends and the next of the same archive may begin. */
const DOCUMENT_END = '</КоммерческаяИнформация>'
const NO_OFFERS =
  'В файле CommerceML нет предложений с ценами (offers.xml). Упакуйте import.xml и offers.xml в один архив ZIP'

/**
 * Reads CommerceML, in which 1C exports goods (import.xml) apart from their prices and stock (offers.xml, prices.xml, rests.xml): the
 * documents follow each other, and what has the same id makes one record. Records come at the end.
 */
export function commerceMlReader({ limits = USUAL_LIMITS }: RecordOptions, sink: RecordSink): TextReader {
  const references = createReferences()
  const goods = new Map<string, Fields>()
  const offers = new Map<string, Fields>()
  const lists: Readonly<Record<string, Map<string, Fields>>> = { Товар: goods, Предложение: offers }
  let chars = 0
  let rest = ''
  let xml: BoundedXml | undefined

  function take(node: Node): void {
    const list = lists[node.name]
    if (!list) {
      references.take(node)
      return
    }
    const fields = fieldsOf(node, references)
    const id = fields.get('Ид') ?? ''
    const known = list.get(id)
    if (!known) list.set(id, fields)
    else for (const [name, value] of fields) if (!known.has(name)) known.set(name, value)
    for (const [name, value] of fields) chars += name.length + value.length
    if (chars > limits.texts) throw beyond('texts', limits)
  }

  function openDocument(): BoundedXml {
    const builder = createTreeBuilder(new Set([...references.elements, ...Object.keys(lists)]))
    return boundedXml(limits, {
      open: builder.open,
      text: builder.text,
      close() {
        const node = builder.close()
        if (node) take(node)
      },
    })
  }

  function write(text: string): void {
    if (!xml && text.trim() === '') return
    xml ??= openDocument()
    xml.write(text)
  }

  return {
    push(text) {
      rest += text
      for (let end = rest.indexOf(DOCUMENT_END); end !== -1; end = rest.indexOf(DOCUMENT_END)) {
        const next = end + DOCUMENT_END.length
        write(rest.slice(0, next))
        xml?.end()
        xml = undefined
        rest = rest.slice(next).replace(/^[\s\ufeff]+/, '')
      }
      // The end may be split between two pieces.
      const whole = Math.max(0, rest.length - DOCUMENT_END.length)
      write(rest.slice(0, whole))
      rest = rest.slice(whole)
    },
    end() {
      write(rest)
      xml?.end()
      if (offers.size === 0) throw new ImportError(NO_OFFERS)
      let records = 0
      for (const [id, offer] of offers) sink.record(cellsOf(offer, goodsOf(id), sink), ++records)
    },
  }

  /** An offer of one variant of goods has their id before '#'. */
  function goodsOf(id: string): Fields | undefined {
    return goods.get(id) ?? goods.get(id.split('#', 1)[0] as string)
  }
}

/** Fills fields that the offer leaves empty from its goods. */
function cellsOf(offer: Fields, goods: Fields | undefined, { columns }: RecordSink): RawCell[] {
  const cells: RawCell[] = []
  for (const fields of [goods, offer])
    for (const [name, value] of fields ?? []) cells[columns.slot(name)] = value
  return cells
}
