import { isObject } from '../../../contract/read/values.ts'
import { ImportError } from '../import-error.ts'
import { flattenList, flattenObject } from './flatten.ts'
import { LONGEST_RECORD, type RecordOptions, type RecordSink, type TextReader } from './reader.ts'

/** Reads JSON Lines: one object per line. An invalid line is one bad record and does not end the import. */
export function jsonlReader(options: RecordOptions, sink: RecordSink): TextReader {
  let rest = ''
  let line = 0

  function take(text: string): void {
    line++
    if (text.trim() === '') return
    const value = parsed(text)
    if (!isObject(value)) {
      sink.broken(line, 'строка не объект JSON', text)
      return
    }
    const items = options.list === undefined ? undefined : flattenList(value, options.list, sink.itemColumns)
    sink.record(flattenObject(value, sink.columns), line, items)
  }

  return {
    push(text) {
      const all = rest + text
      let start = 0
      for (let end = all.indexOf('\n'); end !== -1; end = all.indexOf('\n', start)) {
        take(all.slice(start, end))
        start = end + 1
      }
      rest = all.slice(start)
      if (rest.length > LONGEST_RECORD) throw new ImportError(`JSONL: строка ${line + 1} не кончается`)
    },
    end() {
      if (rest !== '') take(rest)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
