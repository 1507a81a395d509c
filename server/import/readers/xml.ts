import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { boundedXml } from './bounded-xml.ts'
import { createNamedValues } from './named-values.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { CATEGORY_FIELD, CATEGORY_ID, createXmlCategories } from './xml-categories.ts'
import { createXmlRecord, type XmlRecord } from './xml-record.ts'
import { createCdataUnescaper } from './xml-text.ts'

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
  const cdata = createCdataUnescaper()

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
