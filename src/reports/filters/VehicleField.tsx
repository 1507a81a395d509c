import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FILTERS } from '../../../contract/filters.ts'
import { vehicleTypesQuery } from '../../api/report-queries.ts'
import { SearchableSelect } from './SearchableSelect.tsx'

interface VehicleFieldProps {
  /** the list in the filters answer, for backends whose list of types is empty */
  otherOptions: readonly string[]
  value: string
  onChange(value: string): void
}

/** Тип: a dropdown, or a free text if there is no list of vehicle types (specification 4.6). */
export function VehicleField({ otherOptions, value, onChange }: VehicleFieldProps) {
  const { data, isError, isPending } = useQuery(vehicleTypesQuery)
  const id = useId()
  const options = data && data.types.length > 0 ? data.types : otherOptions
  const { label } = FILTERS.vehicle
  if (isPending || (!isError && options.length > 0)) {
    return (
      <SearchableSelect
        label={label}
        options={options}
        value={value}
        loading={isPending}
        onChange={onChange}
      />
    )
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        placeholder="car, truck"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
