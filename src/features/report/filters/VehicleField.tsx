import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FILTERS } from '../../../../contract/reports/filters.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { SearchableSelect } from './SearchableSelect.tsx'
import type { FormChoice } from './useFormChoice.ts'

interface VehicleFieldProps {
  /** vehicle types from the filters answer, used if the backend's own list of vehicle types is empty */
  otherOptions: readonly string[]
  form: FormChoice
}

/** Filter field 'Тип': a dropdown, or free text if there is no list of vehicle types (specification 4.6). */
export function VehicleField({ otherOptions, form }: VehicleFieldProps) {
  const { data, isError, isPending } = useQuery(vehicleTypesQuery)
  const id = useId()
  const options = data && data.types.length > 0 ? data.types : otherOptions
  const { filters, sets } = form.choice
  if (isPending || sets.vehicle || (!isError && options.length > 0)) {
    return <SearchableSelect name="vehicle" form={form} options={options} loading={isPending} />
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {FILTERS.vehicle.label}
      </label>
      <input
        id={id}
        className="input"
        placeholder="car, truck"
        value={filters.vehicle ?? ''}
        onChange={(event) => form.setFilter('vehicle', event.target.value)}
      />
    </div>
  )
}
