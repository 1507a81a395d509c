import { SaxesParser } from 'saxes'
import { ImportError } from '../import-error.ts'
import { LONGEST_RECORD, type RecordOptions, type RecordSink, type TextReader } from './reader.ts'
import { createXmlRecord, type XmlRecord } from './xml-record.ts'

/**
 * Reads XML, holding at most one record at a time. DTD entities are not expanded, which rules out entity bombs.
 */
export function xmlReader(options: RecordOptions, sink: RecordSink): TextReader {
  const parser = new SaxesParser()
  let record: XmlRecord | undefined
  let recordLine = 0
  let depth = 0
  let sinceTag = 0

  // Price lists use it in product names, though only HTML defines it.
  parser.ENTITIES.nbsp = '\u00a0'
  parser.on('error', (error) => {
    throw new ImportError(`XML повреждён: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    depth++
    if (!record && (options.element === undefined ? depth === 2 : name === options.element)) {
      record = createXmlRecord(sink, options.list)
      recordLine = parser.line
    }
    record?.open(name, attributes)
  })
  parser.on('text', (text) => record?.text(text))
  parser.on('cdata', (text) => record?.text(text))
  parser.on('closetag', () => {
    sinceTag = 0
    depth--
    if (!record?.close()) return
    sink.record(record.cells, recordLine, options.list === undefined ? undefined : record.items)
    record = undefined
  })

  return {
    push(text) {
      parser.write(text)
      sinceTag += text.length
      if (sinceTag > LONGEST_RECORD) throw new ImportError(`XML: текст в строке ${parser.line} не кончается`)
    },
    end() {
      parser.close()
    },
  }
}
