import { ImportError } from '../../errors.ts'
import { limitExceeded, USUAL_LIMITS } from '../../limits.ts'
import { type BoundedXml, boundedXml } from '../bounded-xml.ts'
import type { RawCell } from '../columns.ts'
import type { RecordOptions, RecordSink, TextReader } from '../reader.ts'
import { DELETED, fieldsOf, type RawFields, resolveField } from './fields.ts'
import {
  createReferences,
  createTreeBuilder,
  type References,
  type TreeBuilder,
  type XmlNode,
} from './references.ts'

/** End of a document; the next document of the archive may follow. */
const DOCUMENT_END = '</КоммерческаяИнформация>'
const NO_OFFERS =
  'В файле CommerceML нет предложений с ценами (offers.xml). Упакуйте import.xml и offers.xml в один архив ZIP'

/**
 * Reads CommerceML, in which 1C exports goods (import.xml) separately from their prices and stock (offers.xml,
 * prices.xml, rests.xml). The documents follow each other in one text; goods and offers with the same id form one
 * record. If an id occurs several times, the later one's filled fields count, since 1C sends updates afterwards.
 * Goods and offers that 1C marks as deleted are left out. The records are delivered at the end of the file.
 */
export function commerceMlReader(
  { limits = USUAL_LIMITS, alterations }: RecordOptions,
  sink: RecordSink,
): TextReader {
  const references = createReferences()
  const goods = new Map<string, RawFields>()
  const offers = new Map<string, RawFields>()
  const lists: Readonly<Record<string, Map<string, RawFields>>> = { Товар: goods, Предложение: offers }
  let chars = 0
  let nameless = 0
  let rest = ''
  let xml: BoundedXml | undefined

  function take(node: XmlNode): void {
    const list = lists[node.name]
    if (!list) {
      references.take(node)
      return
    }
    const fields = fieldsOf(node)
    const id = fields.get('Ид') ?? `\0${fields.get('Артикул') ?? ++nameless}`
    const known = list.get(id)
    for (const [name, value] of fields) chars += lengthOf(name, value)
    for (const [name, value] of known ?? []) {
      if (fields.has(name)) chars -= lengthOf(name, value)
      else fields.set(name, value)
    }
    list.set(id, fields)
  }

  function checkSize(tree: TreeBuilder): void {
    const isRecord = Object.hasOwn(lists, tree.root)
    if (isRecord && tree.chars > limits.recordChars)
      throw limitExceeded('recordChars', limits, `строка ${xml?.line ?? 1}`)
    if (chars + references.chars + (isRecord ? 0 : tree.chars) > limits.texts)
      throw limitExceeded('texts', limits)
  }

  function openDocument(): BoundedXml {
    const builder = createTreeBuilder(new Set([...references.elements, ...Object.keys(lists)]))
    return boundedXml(
      limits,
      {
        open(name, attributes) {
          builder.open(name, attributes)
          checkSize(builder)
        },
        text(text) {
          builder.text(text)
          checkSize(builder)
        },
        close() {
          const node = builder.close()
          if (!node) return
          take(node)
          checkSize(builder)
        },
      },
      alterations,
    )
  }

  function write(text: string): void {
    // A chunk may begin with the line break between two documents.
    const begun = xml ? text : text.replace(/^[\s\ufeff]+/, '')
    if (begun === '') return
    xml ??= openDocument()
    xml.write(begun)
  }

  return {
    push(text) {
      rest += text
      for (let end = rest.indexOf(DOCUMENT_END); end !== -1; end = rest.indexOf(DOCUMENT_END)) {
        const next = end + DOCUMENT_END.length
        write(rest.slice(0, next))
        xml?.end()
        xml = undefined
        rest = rest.slice(next)
      }
      // The end tag may be split between two chunks.
      const whole = Math.max(0, rest.length - DOCUMENT_END.length)
      write(rest.slice(0, whole))
      rest = rest.slice(whole)
    },
    end() {
      write(rest)
      xml?.end()
      if (offers.size === 0) throw new ImportError(NO_OFFERS)
      let records = 0
      for (const [id, offer] of offers) {
        const parts = [goodsOf(id), offer]
        if (parts.some((fields) => fields?.get(DELETED) === 'true')) continue
        sink.record(cellsOf(parts, references, sink), ++records)
      }
    },
  }

  /** Returns the goods of an offer. The id of a variant's offer begins with the id of the goods, followed by '#'. */
  function goodsOf(id: string): RawFields | undefined {
    return goods.get(id) ?? goods.get(id.split('#', 1)[0] as string)
  }
}

const lengthOf = (name: string, value: string): number => name.length + value.length

/** @param parts goods and offer; the offer's fields override those of the goods */
function cellsOf(
  parts: readonly (RawFields | undefined)[],
  references: References,
  { columns }: RecordSink,
): RawCell[] {
  const cells: RawCell[] = []
  for (const fields of parts) {
    const named = new Map<string, string>()
    for (const [key, raw] of fields ?? []) {
      const [name, value] = resolveField(key, raw, references)
      if (key !== DELETED && value !== '' && !named.has(name)) named.set(name, value)
    }
    for (const [name, value] of named) cells[columns.slot(name)] = value
  }
  return cells
}
