import { useId } from 'react'
import { SearchBox } from './SearchBox.tsx'

/** Lists up to this length are native: on a phone nothing opens faster or is easier to hit. */
const NATIVE_UP_TO = 8

interface SelectProps {
  label: string
  options: readonly string[]
  value: string
  /** its options are on their way: the field may turn into another kind, and would take the focus with it */
  loading: boolean
  onChange(value: string): void
}

const labelOf = (value: string): string => (value === '' ? 'Все' : value)

/** A dropdown whose first option 'Все' means no filter; long lists are searched by typing. */
export function SearchableSelect({ label, options, value, loading, onChange }: SelectProps) {
  const id = useId()
  // A shared link may hold a value that the list does not.
  const values = ['', ...options, ...(value !== '' && !options.includes(value) ? [value] : [])]
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {options.length <= NATIVE_UP_TO ? (
        <select
          id={id}
          className="input"
          value={value}
          disabled={loading}
          onChange={(event) => onChange(event.target.value)}
        >
          {values.map((option) => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </select>
      ) : (
        <SearchBox id={id} values={values} labelOf={labelOf} value={value} onChange={onChange} />
      )}
    </div>
  )
}
