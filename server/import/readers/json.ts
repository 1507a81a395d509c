import { ImportError } from '../errors.ts'
import { limitExceeded, USUAL_LIMITS } from '../limits.ts'
import { flattenList, flattenObject } from './flatten.ts'
import { jsonFault } from './json-fault.ts'
import { createJsonPath } from './json-path.ts'
import { createNamedValues } from './named-values.ts'
import type { RecordOptions, RecordSink, TextReader } from './reader.ts'
import { parseRepaired, stringEnd } from './repair-json.ts'
import { quoteAround, type TextPosition } from './text-position.ts'

/** Field with the name of a record in an object of records. */
export const KEY_FIELD = '$key'

type State = 'before' | 'between' | 'inside'

/** Pattern of the next token in each state: before the array, between records, inside a record. */
const PATTERNS: Record<State, RegExp> = {
  before: /["{}[\],:]/g,
  between: /[^\s,]/g,
  inside: /["{}[\]]/g,
}

/**
 * Reads an array of objects from a JSON text of any size, parsing one object at a time (decision 16). With a path
 * ending with '*' it reads an object whose members are the records, each with its name as '$key'. The rest of the
 * text is ignored.
 */
export function jsonReader(options: RecordOptions, sink: RecordSink): TextReader {
  const { limits = USUAL_LIMITS, alterations } = options
  const namedValues = createNamedValues()
  const paths = options.path === undefined ? undefined : [options.path].flat()
  const isKeyed = paths?.length === 1 && (paths[0] === '*' || paths[0]?.endsWith('.*') === true)
  const path = createJsonPath(
    isKeyed ? paths?.map((one) => one.replace(/\.?\*$/, '')) : paths,
    limits,
    isKeyed ? '{' : '[',
  )
  /** number of arrays that were not read yet */
  let open = paths?.length ?? 1
  const closing = isKeyed ? '}' : ']'
  const container = isKeyed ? 'объект' : 'массив'
  let key = ''
  let isNamed = false
  let state: State = 'before'
  let done = false
  let text = ''
  let at = 0
  let itemStart = 0
  let depth = 0
  let line = 1
  let counted = 0
  let records = 0
  /** number of characters before the buffer in the line where it starts */
  let columnBefore = 0

  function startAt(position: number): TextPosition {
    const line = lineAt(position)
    return { line, column: position - counted + (counted === 0 ? columnBefore : 0) + 1 }
  }

  function lineAt(position: number): number {
    for (
      let end = text.indexOf('\n', counted);
      end !== -1 && end < position;
      end = text.indexOf('\n', counted)
    ) {
      line++
      counted = end + 1
    }
    return line
  }

  function take(json: string, start: () => TextPosition): void {
    let value: object
    try {
      value = parseRepaired(json, () => alterations?.add('repaired', json)) as object
    } catch (error) {
      const where = start()
      throw new ImportError(jsonFault(json, where) ?? `JSON повреждён в записи со строки ${where.line}`, {
        cause: error,
      })
    }
    const items = options.list === undefined ? undefined : flattenList(value, options.list, sink.itemColumns)
    const cells = flattenObject(value, sink.columns, namedValues)
    if (isKeyed) cells[sink.columns.slot(KEY_FIELD)] = key
    sink.record(cells, ++records, items)
  }

  /** Consumes the next token; returns false if more text is needed or the array is closed. */
  function step(): boolean {
    const pattern = PATTERNS[state]
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) {
      at = text.length
      return false
    }
    const char = found[0]
    if (state === 'between' && isKeyed && (isNamed ? char === ':' : char === '"')) {
      const end = char === ':' ? found.index : stringEnd(text, found.index + 1)
      at = end === -1 ? found.index : end + 1
      if (char === '"' && end !== -1) {
        key = nameOf(text.slice(found.index, at))
        isNamed = true
      }
      return end !== -1
    }
    if (state === 'between') {
      if (char !== '{' && char !== closing) {
        const { line, column } = startAt(found.index)
        throw new ImportError(
          `JSON: в ${container}е записей стоит не объект (строка ${line}, знак ${column}): ${quoteAround(text, found.index)}`,
        )
      }
      if (char === closing) {
        if (records > 0 && text.slice(at, found.index).includes(','))
          alterations?.add('repaired', quoteAround(text, found.index))
        done = --open === 0
        state = 'before'
        at = found.index + 1
        return !done
      }
      isNamed = false
      state = 'inside'
      itemStart = found.index
      depth = 1
    } else if (char === '"') {
      const end = stringEnd(text, found.index + 1)
      at = end === -1 ? found.index : end + 1
      if (end !== -1 && state === 'before') path.string(text.slice(found.index, at))
      return end !== -1
    } else if (state === 'before') {
      if (path.structure(char)) state = 'between'
    } else if (char === '{' || char === '[') {
      if (++depth > limits.depth)
        throw limitExceeded('depth', limits, `запись со строки ${lineAt(itemStart)}`)
    } else if ((char === '}' || char === ']') && --depth === 0) {
      state = 'between'
      take(text.slice(itemStart, found.index + 1), () => startAt(itemStart))
    }
    at = found.index + 1
    return !done
  }

  /** Describes the syntax error of the unfinished record, if any. */
  function damage(): ImportError | null {
    const fault = state === 'inside' ? jsonFault(text.slice(itemStart), startAt(itemStart)) : null
    return fault === null ? null : new ImportError(fault)
  }

  return {
    push(piece) {
      if (done) return
      const keepFrom = state === 'inside' ? itemStart : at
      columnBefore = startAt(keepFrom).column - 1
      text = text.slice(keepFrom) + piece
      at -= keepFrom
      itemStart -= keepFrom
      counted = 0
      while (step()) {}
      if (done) return
      if (text.length - (state === 'inside' ? itemStart : at) > limits.recordChars) {
        throw damage() ?? limitExceeded('recordChars', limits, `строка ${lineAt(itemStart)}`)
      }
    },
    end() {
      if (!done && state === 'before') {
        const names = paths === undefined ? '' : ` «${paths.join('», «')}»`
        throw new ImportError(`В JSON нет ${container}а${names}`)
      }
      if (done) return
      const { line, column } = startAt(text.length)
      throw (
        damage() ??
        new ImportError(
          `JSON обрывается (строка ${line}, знак ${column}): ${container} записей не закрыт ${quoteAround(text, text.length)}`,
        )
      )
    },
  }
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}
