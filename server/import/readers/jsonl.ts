import { isObject } from '../../../contract/legacy/values.ts'
import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { flattenList, flattenObject } from './flatten.ts'
import { jsonFault } from './json-fault.ts'
import { createNamedValues } from './named-values.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { parseRepaired } from './repair-json.ts'

/** Reads JSON Lines: one object per line. An invalid line is one bad record and does not end the import. */
export function jsonlReader(options: RecordOptions, sink: RecordSink): TextReader {
  const { limits = USUAL_LIMITS, alterations } = options
  const namedValues = createNamedValues()
  let rest = ''
  let line = 0

  function take(text: string): void {
    line++
    if (text.trim() === '') return
    const value = parsed(text, () => alterations?.add('repaired', text))
    if (!isObject(value)) {
      const fault = value === undefined ? jsonFault(text, { line, column: 1 }) : null
      sink.broken(line, 'строка не объект JSON', fault === null ? text : `${fault}: ${text}`)
      return
    }
    const items = options.list === undefined ? undefined : flattenList(value, options.list, sink.itemColumns)
    sink.record(flattenObject(value, sink.columns, namedValues), line, items)
  }

  return {
    push(text) {
      const all = rest + text
      let start = 0
      // A text without any line feed has the line ends of an old Macintosh; otherwise JSON ignores carriage returns.
      const lineEnd = all.includes('\n') ? '\n' : '\r'
      for (let end = all.indexOf(lineEnd); end !== -1; end = all.indexOf(lineEnd, start)) {
        take(all.slice(start, end))
        start = end + 1
      }
      rest = all.slice(start)
      if (rest.length > limits.recordChars) throw limitExceeded('recordChars', limits, `строка ${line + 1}`)
    },
    end() {
      if (rest !== '') take(rest)
    },
  }
}

function parsed(text: string, onRepair: () => void): unknown {
  try {
    return parseRepaired(text, onRepair)
  } catch {
    return undefined
  }
}
