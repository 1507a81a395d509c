import { useId } from 'react'
import type { Guess, GuessedColumn } from '../../../../contract/sources/guess.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { Button } from '../../../ui/Button.tsx'
import { assignColumn } from '../mapping/assign.ts'
import { columnUse } from '../mapping/column-use.ts'
import { OFFER_LABELS } from '../mapping/fields.ts'

const ANSWERS = ['retail', 'opt'] as const

interface OpenQuestionsProps {
  guess: Guess
  mapping: MappingJson
  onChange(mapping: MappingJson): void
}

/** Choices that the guess leaves to a person. A question that names price columns is answered by a button for each. */
export function OpenQuestions({ guess, mapping, onChange }: OpenQuestionsProps) {
  const questions = guess.missing.map((text) => ({ text, columns: namedIn(text, guess.columns) }))
  const named = questions.filter(({ columns }) => columns.length > 0)
  // The controls that answer the others are on this step; the first correction shows that the person has found them.
  const others = guess.mapping === mapping ? questions.filter(({ columns }) => columns.length === 0) : []
  return (
    <>
      {others.length > 0 && (
        <div className="alert alert-warning" role="alert">
          <div className="alert-text">
            <strong>Осталось выбрать:</strong>
            <ul>
              {others.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {named.map(({ text, columns }) => (
        <Question key={text} text={text} columns={columns} all={guess.columns} {...{ mapping, onChange }} />
      ))}
    </>
  )
}

const namedIn = (text: string, columns: readonly GuessedColumn[]): GuessedColumn[] =>
  /цен/i.test(text) ? columns.filter(({ name }) => text.includes(`«${name}»`)) : []

interface QuestionProps extends Pick<OpenQuestionsProps, 'mapping' | 'onChange'> {
  text: string
  columns: readonly GuessedColumn[]
  all: readonly GuessedColumn[]
}

function Question({ text, columns, all, mapping, onChange }: QuestionProps) {
  const heading = useId()
  const names = all.map(({ name }) => name)
  return (
    <section
      className="question grid justify-items-start gap-8 min-w-0 bg-highlight rounded"
      aria-labelledby={heading}
    >
      <h2 id={heading}>{text}</h2>
      <ul>
        {columns.map(({ name, examples }) => {
          const use = columnUse(mapping, name)
          return (
            <li key={name}>
              <span className="question-column">
                <strong>{name}</strong>
                <span className="field-hint"> {examples.slice(0, 3).join(' · ')}</span>
              </span>
              {ANSWERS.map((field) => {
                const isChosen = use?.kind === 'field' && use.field === field
                return (
                  <Button
                    key={field}
                    aria-pressed={isChosen}
                    aria-label={`${OFFER_LABELS[field]}: ${name}`}
                    onClick={() =>
                      onChange(assignColumn(mapping, name, isChosen ? null : { kind: 'field', field }, names))
                    }
                  >
                    {OFFER_LABELS[field]}
                  </Button>
                )
              })}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
