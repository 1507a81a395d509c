import { useState } from 'react'
import type { Guess } from '../../../../contract/sources/guess.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { assignConstant } from '../mapping/assign.ts'
import { columnUse, type OtherField, otherFields } from '../mapping/column-use.ts'
import { FIELD_GROUPS, type FieldName, fieldLabel, isFieldName } from '../mapping/fields.ts'
import { useNeighbourFocus } from '../useNeighbourFocus.ts'
import { ofShare, surenessText } from './ColumnChoice.tsx'
import { fieldTarget, TARGET } from './remedy-target.ts'

interface OtherFieldsProps {
  mapping: MappingJson
  columns: readonly string[]
  guess: Guess | null
  /** field that a finding asks for; it is displayed to be filled */
  asked: string | null
  onChange(mapping: MappingJson): void
}

/** Fields whose values are not a complete column's: constants such as the city, and values extracted from a name. */
export function OtherFields({ mapping, columns, guess, asked, onChange }: OtherFieldsProps) {
  // Fields that the person has added; they stay displayed while they are still empty.
  const [added, setAdded] = useState<readonly FieldName[]>([])
  const [answered, setAnswered] = useState<string | null>(null)
  if (asked !== null && asked !== answered) {
    setAnswered(asked)
    if (isFieldName(asked)) setAdded((before) => [...before.filter((field) => field !== asked), asked])
  }
  const [list, leave] = useNeighbourFocus<HTMLUListElement>('button', 'select')
  const [removed, setRemoved] = useState('')
  const uses = columns.map((column) => columnUse(mapping, column))
  const others = otherFields(mapping)
  const filled = new Set<FieldName>(others.map(({ field }) => field))
  for (const use of uses) {
    if (use?.kind === 'field') filled.add(use.field)
    else if (use?.kind === 'place') {
      filled.add(use.holds)
      if (use.city !== '') filled.add('city')
    }
  }
  // An offer needs a city: if the file has none, its field is displayed without being added.
  const wanted = added.filter((field) => !filled.has(field))
  if (columns.length > 0 && !filled.has('city') && !wanted.includes('city')) wanted.unshift('city')
  const shown: OtherField[] = [...others, ...wanted.map((field) => ({ field, constant: '', from: '' }))]
  const free = (field: FieldName) => !filled.has(field) && !wanted.includes(field)
  const set = (field: FieldName, value: string | null) => {
    setAdded((before) =>
      value === null
        ? before.filter((one) => one !== field)
        : before.includes(field)
          ? before
          : [...before, field],
    )
    onChange(assignConstant(mapping, field, value))
  }
  return (
    <section className="other-fields grid gap-12 min-w-0" aria-label="Чего нет в колонках">
      <h2>Чего нет в колонках</h2>
      <ul ref={list}>
        {shown.map(({ field, constant, from }, place) => {
          const guessed = guess?.fields.find((one) => one.field === field)
          return (
            <li key={field}>
              <Field
                label={
                  constant === null ? fieldLabel(field) : `${fieldLabel(field)}, одинаково для всех строк`
                }
              >
                {({ id, className }) => (
                  <div className="other-field">
                    {constant === null ? (
                      <output id={id}>
                        {guessed?.from || from}
                        {guessed && (
                          <span className="field-hint"> {surenessText(ofShare(guessed.sureness))}</span>
                        )}
                      </output>
                    ) : (
                      <input
                        id={id}
                        {...{ [TARGET]: fieldTarget(field) }}
                        className={className}
                        autoComplete="off"
                        value={constant}
                        onChange={({ target }) => set(field, target.value)}
                      />
                    )}
                    <Button
                      {...(constant === null ? { [TARGET]: fieldTarget(field) } : {})}
                      variant="quiet"
                      aria-label={`Убрать: ${fieldLabel(field)}`}
                      onClick={() => {
                        set(field, null)
                        setRemoved(`Убрано: ${fieldLabel(field)}`)
                        leave(place)
                      }}
                    >
                      Убрать
                    </Button>
                  </div>
                )}
              </Field>
            </li>
          )
        })}
      </ul>
      <p className="visually-hidden" role="status">
        {removed}
      </p>
      <SelectField<FieldName | ''>
        label="Добавить поле с одним значением"
        value=""
        onChange={(value) => {
          if (value !== '') setAdded((before) => [...before, value])
        }}
        none="Выберите поле"
      >
        {FIELD_GROUPS.map(({ label, fields }) => (
          <optgroup key={label} label={label}>
            {fields.filter(free).map((field) => (
              <option key={field} value={field}>
                {fieldLabel(field)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </section>
  )
}
