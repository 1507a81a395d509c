import { beyond, USUAL_LIMITS } from '../limits.ts'
import { boundedXml } from './bounded-xml.ts'
import { createNamedValues } from './named-values.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { createXmlRecord, type XmlRecord } from './xml-record.ts'

/** Reads XML, holding at most one record at a time. */
export function xmlReader(options: RecordOptions, sink: RecordSink): TextReader {
  const { limits = USUAL_LIMITS } = options
  let record: XmlRecord | undefined
  let recordLine = 0
  let records = 0
  let recordStart = 0
  let depth = 0
  const namedValues = createNamedValues()

  function checkLength(): void {
    if (record && xml.position - recordStart > limits.recordChars) {
      throw beyond('recordChars', limits, `строка ${recordLine}`)
    }
  }

  const xml = boundedXml(limits, {
    open(name, attributes) {
      depth++
      if (!record && (options.element === undefined ? depth === 2 : name === options.element)) {
        record = createXmlRecord(sink, options.list, namedValues)
        recordLine = xml.line
        recordStart = xml.position
      }
      checkLength()
      record?.open(name, attributes)
    },
    text(text) {
      record?.text(text)
    },
    close(name) {
      depth--
      if (!record?.close(name)) return
      checkLength()
      sink.record(record.cells, ++records, options.list === undefined ? undefined : record.items)
      record = undefined
    },
  })

  return {
    push(text) {
      xml.write(text)
    },
    end() {
      xml.end()
    },
  }
}
