import { useId, useState } from 'react'
import { FieldLabel, FieldSet } from '../../ui/Field.tsx'

interface ValuesFieldProps {
  label: string
  /** values of the last day; a chosen value that is no longer among them is displayed too */
  options: readonly string[]
  /** [] for all */
  chosen: readonly string[]
  onChange(values: string[]): void
}

/** Number of values up to which all are displayed at once. */
const FEW = 8

/** Field with several values; without any it means all. Many values are folded, with a search. */
export function ValuesField({ label, options, chosen, onChange }: ValuesFieldProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const all = [...options, ...chosen.filter((value) => !options.includes(value))]
  const wanted = search.trim().toLowerCase()
  const shown = all.filter((value) => value.toLowerCase().includes(wanted))
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  const ticks = (
    <div className="strategy-values">
      {shown.map((value) => (
        <label key={value} className="strategy-value">
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          <span>{value}</span>
        </label>
      ))}
      {shown.length === 0 && <span className="strategies-more">Ничего не найдено</span>}
    </div>
  )
  const summary = chosen.length === 0 ? 'все' : chosen.join(', ')
  if (all.length === 0) return null
  if (all.length <= FEW)
    return (
      <FieldSet className="strategy-few" label={`${label}: ${summary}`}>
        {ticks}
      </FieldSet>
    )
  return (
    <details className="strategy-many">
      <summary>
        <FieldLabel>{label}</FieldLabel> <b>{summary}</b>
      </summary>
      <fieldset className="strategy-few">
        <legend className="visually-hidden">{label}</legend>
        <div className="strategy-search">
          <input
            type="search"
            className="input"
            aria-label={`Найти: ${label.toLowerCase()}`}
            aria-controls={id}
            placeholder="Найти"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          {chosen.length > 0 && (
            <button type="button" className="button button-quiet" onClick={() => onChange([])}>
              Все
            </button>
          )}
        </div>
        <div id={id}>{ticks}</div>
      </fieldset>
    </details>
  )
}
