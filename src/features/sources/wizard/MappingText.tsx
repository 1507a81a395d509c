import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isObject } from '../../../../contract/legacy/values.ts'
import type { MappingMistake } from '../../../../contract/sources/sample.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { complete, completionAt } from '../mapping/completion.ts'
import { lineOf, offsetOfPath, readJsonText } from '../mapping/json-text.ts'
import { mappingSchemaQuery } from '../source-calls.ts'

interface MappingTextProps {
  mapping: MappingJson
  /** mistakes that the server found in it */
  mistakes: readonly MappingMistake[]
  onChange(mapping: MappingJson): void
}

const MOST_WORDS = 24

/** Text of the mapping, with its mistakes by line. */
export function MappingText({ mapping, mistakes, onChange }: MappingTextProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => JSON.stringify(mapping, null, 2))
  const [cursor, setCursor] = useState(0)
  const written = useRef(mapping)
  const { data: schema } = useQuery(mappingSchemaQuery)

  // The text was changed by the choices, not here.
  useEffect(() => {
    if (written.current === mapping) return
    written.current = mapping
    setText(JSON.stringify(mapping, null, 2))
  }, [mapping])

  const write = (next: string) => {
    setText(next)
    const { value } = readJsonText(next)
    if (!isObject(value)) return
    written.current = value
    onChange(value)
  }
  const goTo = (offset: number) => {
    area.current?.focus()
    area.current?.setSelectionRange(offset, offset)
    setCursor(offset)
  }
  const { problem, offsets, value } = readJsonText(text)
  const found = problem
    ? [problem]
    : isObject(value)
      ? mistakes.map(({ path, message }) => ({
          offset: offsetOfPath(offsets, path),
          message: path === '' ? message : `${path}: ${message}`,
        }))
      : [{ offset: 0, message: 'Описание — это объект в фигурных скобках' }]
  const completion = schema ? completionAt(schema, text, Math.min(cursor, text.length)) : null
  return (
    <div className="mapping-text">
      <label className="field-label" htmlFor={id}>
        Описание прайс-листа в JSON
      </label>
      <textarea
        id={id}
        ref={area}
        className="input"
        rows={Math.min(28, text.split('\n').length + 2)}
        spellCheck={false}
        aria-invalid={found.length > 0 || undefined}
        aria-describedby={found.length > 0 ? `${id}-mistakes` : undefined}
        value={text}
        onChange={({ target }) => {
          setCursor(target.selectionStart)
          write(target.value)
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
      />
      <div aria-live="polite">
        {found.length > 0 && (
          <ul id={`${id}-mistakes`} className="mistakes">
            {found.map(({ offset, message }) => (
              <li key={`${offset} ${message}`}>
                <button type="button" className="mistake" onClick={() => goTo(offset)}>
                  Строка {lineOf(text, offset)}
                </button>{' '}
                {message}
              </li>
            ))}
          </ul>
        )}
      </div>
      {completion && completion.words.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: not a set of form fields
        <div className="completions" role="group" aria-label="Что можно вписать у курсора">
          <span className="field-hint">Здесь можно:</span>
          {completion.words.slice(0, MOST_WORDS).map((word) => (
            <button
              key={word}
              type="button"
              className="state-chip completion"
              onClick={() => {
                const next = complete(text, Math.min(cursor, text.length), completion, word)
                // The text has to be in the field, and the focus there as soon as this button is gone.
                flushSync(() => write(next.text))
                goTo(next.cursor)
              }}
            >
              {word}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
