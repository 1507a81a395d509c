import { useEffect, useId, useRef, useState } from 'react'
import { isObject } from '../../../../contract/legacy/values.ts'
import type { MappingMistake } from '../../../../contract/sources/sample.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'

interface MappingTextProps {
  mapping: MappingJson
  /** mistakes that the server found in the mapping */
  mistakes: readonly MappingMistake[]
  onChange(mapping: MappingJson): void
}

/** Text area with the mapping as JSON, and the server's mistakes by their path. */
export function MappingText({ mapping, mistakes, onChange }: MappingTextProps) {
  const id = useId()
  const [text, setText] = useState(() => JSON.stringify(mapping, null, 2))
  const written = useRef(mapping)

  // Updates the text if the mapping was changed by the dropdowns.
  useEffect(() => {
    if (written.current === mapping) return
    written.current = mapping
    setText(JSON.stringify(mapping, null, 2))
  }, [mapping])

  const write = (next: string) => {
    setText(next)
    const read = readMapping(next)
    if ('problem' in read) return
    written.current = read.mapping
    onChange(read.mapping)
  }
  const read = readMapping(text)
  const found =
    'problem' in read
      ? [read.problem]
      : mistakes.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return (
    <div className="mapping-text grid gap-12 min-w-0">
      <label className="field-label" htmlFor={id}>
        Описание прайс-листа в JSON
      </label>
      <textarea
        id={id}
        className="input"
        rows={Math.min(28, text.split('\n').length + 2)}
        spellCheck={false}
        aria-invalid={found.length > 0 || undefined}
        aria-describedby={found.length > 0 ? `${id}-mistakes` : undefined}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <div aria-live="polite">
        {found.length > 0 && (
          <ul id={`${id}-mistakes`} className="list-none text-14 text-danger">
            {found.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function readMapping(text: string): { mapping: MappingJson } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { mapping: value } : { problem: 'Описание — это объект в фигурных скобках' }
  } catch (error) {
    const line = lineOf((error as Error).message, text)
    const words = 'Это не JSON: проверьте кавычки, запятые и скобки'
    return { problem: line === null ? words : `Строка ${line}. ${words}` }
  }
}

/** Returns the line number in a browser's syntax error; null if it has none, as in Safari. */
function lineOf(message: string, text: string): number | null {
  const [, line] = /line (\d+)/.exec(message) ?? []
  if (line !== undefined) return Number(line)
  const [, position] = /position (\d+)/.exec(message) ?? []
  return position === undefined ? null : text.slice(0, Number(position)).split('\n').length
}
