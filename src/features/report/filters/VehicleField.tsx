import { useQuery } from '@tanstack/react-query'
import { FILTERS } from '../../../../contract/reports/filters.ts'
import { vehicleTypesQuery } from '../../../data/report-queries.ts'
import { TextField } from '../../../ui/Field.tsx'
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
  const options = data && data.types.length > 0 ? data.types : otherOptions
  const { filters, sets } = form.choice
  if (isPending || sets.vehicle || (!isError && options.length > 0)) {
    return <SearchableSelect name="vehicle" form={form} options={options} loading={isPending} />
  }
  return (
    <TextField
      label={FILTERS.vehicle.label}
      placeholder="car, truck"
      value={filters.vehicle ?? ''}
      onChange={(value) => form.setFilter('vehicle', value)}
    />
  )
}
