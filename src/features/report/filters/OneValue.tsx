import type { Meaning } from './SearchBox.tsx'
import { useSearchBox } from './useSearchBox.ts'

/** Up to this length a native select is used, which is the quickest to use on a phone. */
const NATIVE_UP_TO = 8

interface OneValueProps {
  /** of the control, for its label element */
  id: string
  options: readonly string[]
  value: string
  /** its options are loading: the field may change its kind, and would lose the focus */
  loading: boolean
  onChange(value: string): void
  meaningOf?: ((typed: string) => Meaning | null) | undefined
}

const labelOf = (value: string): string => (value === '' ? 'Все' : value)

/** A dropdown whose first option 'Все' means no filter; long lists are searchable. */
export function OneValue({ id, options, value, loading, onChange, meaningOf }: OneValueProps) {
  const SearchBox = useSearchBox()
  const isLong = options.length > NATIVE_UP_TO
  const waits = loading || (isLong && SearchBox === undefined)
  // A shared link may have a value that is not in the list.
  const values = ['', ...options, ...(value !== '' && !options.includes(value) ? [value] : [])]
  return isLong && SearchBox ? (
    <SearchBox
      id={id}
      values={values}
      labelOf={labelOf}
      value={value}
      onChange={onChange}
      meaningOf={meaningOf}
    />
  ) : (
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
  )
}
