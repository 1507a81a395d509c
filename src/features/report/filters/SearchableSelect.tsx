import { useQuery } from '@tanstack/react-query'
import { FILTERS, type FilterName } from '../../../../contract/reports/filters.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { Field } from '../../../ui/Field.tsx'
import { OneValue } from './OneValue.tsx'
import { fieldParts } from './on-demand-fields.ts'
import type { TypedMeaning } from './SearchBox.tsx'
import type { FormChoice } from './useFormChoice.ts'

interface SelectProps {
  name: FilterName
  form: FormChoice
  options: readonly string[]
  /** whether the options are loading */
  loading: boolean
  meaningOf?: ((typed: string) => TypedMeaning | null) | undefined
}

/** Filter field for one value, or for several if the server accepts them. */
export function SearchableSelect({ name, form, options, loading, meaningOf }: SelectProps) {
  const several = useQuery(companionQuery).data?.offers.includes('values')
  const { filters, sets } = form.choice
  return (
    <Field label={FILTERS[name].label} className="field-several">
      {({ id }) => (
        <>
          {!sets[name] && (
            <OneValue
              id={id}
              options={options}
              value={filters[name] ?? ''}
              loading={loading}
              onChange={(next) => form.setFilter(name, next)}
              meaningOf={meaningOf}
            />
          )}
          {several && <fieldParts.Several name={name} form={form} options={options} />}
        </>
      )}
    </Field>
  )
}
