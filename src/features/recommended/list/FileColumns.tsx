import { useId } from 'react'
import type { RecommendedPreview } from '../../../../contract/recommended/recommended.ts'

type Field = keyof RecommendedPreview['chosen']

interface ColumnFieldsProps {
  preview: RecommendedPreview
  /** @param name column of the field; '' for none */
  onChoose(field: Field, name: string): void
}

const FIELDS: readonly { field: Field; label: string; none: string }[] = [
  { field: 'article', label: 'Артикул', none: 'выберите' },
  { field: 'price', label: 'РРЦ', none: 'выберите' },
  { field: 'brand', label: 'Бренд', none: 'нет в файле' },
  { field: 'from', label: 'Действует с', none: 'нет в файле' },
]

/** Columns from which the fields are read, as guessed; a person can choose others. */
export function FileColumns({
  preview: { columns, chosen, brand_from: brandFrom },
  onChoose,
}: ColumnFieldsProps) {
  const id = useId()
  return (
    <fieldset className="rrp-columns">
      <legend>Колонки файла</legend>
      {FIELDS.map(({ field, label, none }) => (
        <div key={field} className="field">
          <label className="field-label" htmlFor={`${id}-${field}`}>
            {label}
          </label>
          <select
            id={`${id}-${field}`}
            className="input"
            value={chosen[field] ?? ''}
            onChange={({ target }) => onChoose(field, target.value)}
          >
            <option value="">{field === 'brand' && brandFrom !== '' ? brandFrom : none}</option>
            {columns.map(({ name, examples }) => (
              <option key={name} value={name}>
                {examples.length > 0 ? `${name} (${examples[0]})` : name}
              </option>
            ))}
          </select>
        </div>
      ))}
    </fieldset>
  )
}
