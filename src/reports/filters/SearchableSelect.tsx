import { useId } from 'react'
import type { Meaning } from './SearchBox.tsx'
import { useSearchBox } from './useSearchBox.ts'

/** Up to this length a native select is used, which is the quickest to use on a phone. */
const NATIVE_UP_TO = 8

interface SelectProps {
  label: string
  options: readonly string[]
  value: string
  /** its options are loading: the field may change its kind, and would lose the focus */
  loading: boolean
  onChange(value: string): void
  meaningOf?: ((typed: string) => Meaning | null) | undefined
}

const labelOf = (value: string): string => (value === '' ? 'Все' : value)

/** A dropdown whose first option 'Все' means no filter; long lists are searchable. */
export function SearchableSelect({ label, options, value, loading, onChange, meaningOf }: SelectProps) {
  const id = useId()
  const SearchBox = useSearchBox()
  const isLong = options.length > NATIVE_UP_TO
  const waits = loading || (isLong && SearchBox === undefined)
  // A shared link may have a value that is not in the list.
  const values = ['', ...options, ...(value !== '' && !options.includes(value) ? [value] : [])]
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {!isLong || !SearchBox ? (
        <select
          id={id}
          className="input"
          value={value}
          disabled={waits}
          onChange={(event) => onChange(event.target.value)}
        >
          {(waits ? [value] : values).map((option) => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </select>
      ) : (
        <SearchBox
          id={id}
          values={values}
          labelOf={labelOf}
          value={value}
          onChange={onChange}
          meaningOf={meaningOf}
        />
      )}
    </div>
  )
}
