import { useId, useState } from 'react'
import { FieldSet } from '../../../ui/Field.tsx'

interface NameChoiceProps {
  label: string
  /** text for no chosen name, which means all of them; undefined if it does not */
  all?: string
  names: readonly string[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

/** Number of names from which on they can be searched. */
const MANY = 12

/** Choice of several names: check boxes, displayed as a row of buttons that wraps; many of them are searched. */
export function NameChoice({ label, all, names, chosen, onChange }: NameChoiceProps) {
  const id = useId()
  const [sought, setSought] = useState('')
  // Names that are chosen but not offered any more stay visible, so that they can be removed.
  const every = [...names, ...chosen.filter((name) => !names.includes(name))]
  const text = sought.trim().toLocaleLowerCase('ru')
  const isMany = every.length > MANY
  const found = every.filter(
    (name) => chosen.includes(name) || !isMany || name.toLocaleLowerCase('ru').includes(text),
  )
  const shown = isMany && text === '' ? firstOf(found, chosen) : found
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <FieldSet className="rule-names" label={label}>
      {isMany && (
        <input
          type="search"
          className="input"
          aria-label={`${label}: найти`}
          placeholder={`Найти среди ${every.length}`}
          value={sought}
          autoComplete="off"
          onChange={({ target }) => setSought(target.value)}
        />
      )}
      <div className="choice">
        {all !== undefined && (
          <Option name={all} checked={chosen.length === 0} onToggle={() => onChange([])} id={`${id}-all`} />
        )}
        {shown.map((name) => (
          <Option
            key={name}
            id={`${id}-${name}`}
            name={name}
            checked={chosen.includes(name)}
            onToggle={() => toggle(name)}
          />
        ))}
        {shown.length < found.length && (
          <span className="field-hint rule-names-more">
            и ещё {found.length - shown.length}: найдите по названию
          </span>
        )}
        {found.length === 0 && <span className="field-hint rule-names-more">Ничего не нашлось</span>}
      </div>
    </FieldSet>
  )
}

const firstOf = (names: readonly string[], chosen: readonly string[]): string[] => [
  ...names.filter((name) => chosen.includes(name)),
  ...names.filter((name) => !chosen.includes(name)).slice(0, MANY),
]

interface OptionProps {
  id: string
  name: string
  checked: boolean
  onToggle(): void
}

function Option({ id, name, checked, onToggle }: OptionProps) {
  return (
    <label className="choice-option" htmlFor={id}>
      <input id={id} type="checkbox" checked={checked} onChange={onToggle} />
      <span className="choice-name">{name}</span>
    </label>
  )
}
