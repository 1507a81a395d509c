import { useChunk } from '../../../ui/code-chunk.tsx'
import { fields } from './on-demand-fields.ts'
import type { TypedMeaning } from './SearchBox.tsx'

/** Maximum number of options of a native select, which is the fastest control on a phone. */
const NATIVE_UP_TO = 8

interface OneValueProps {
  /** id of the control, for its label element */
  id: string
  options: readonly string[]
  value: string
  /** whether the options are loading; disables the field, because it may become a combobox and would lose the focus */
  loading: boolean
  onChange(value: string): void
  meaningOf?: ((typed: string) => TypedMeaning | null) | undefined
}

const labelOf = (value: string): string => (value === '' ? 'Все' : value)

/** Dropdown whose first option 'Все' means no filter; long lists are searchable. */
export function OneValue({ id, options, value, loading, onChange, meaningOf }: OneValueProps) {
  const code = useChunk(fields)
  const isLong = options.length > NATIVE_UP_TO
  const waits = loading || (isLong && code === undefined)
  // A shared link may contain a value that is not in the list.
  const values = ['', ...options, ...(value !== '' && !options.includes(value) ? [value] : [])]
  return isLong && code ? (
    <code.SearchBox
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
