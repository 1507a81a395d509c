import type { RecommendedPreview } from '../../../../contract/recommended/recommended.ts'
import { SelectField } from '../../../ui/Field.tsx'

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
  return (
    <fieldset className="rrp-columns grid gap-8-12">
      <legend>Колонки файла</legend>
      {FIELDS.map(({ field, label, none }) => (
        <SelectField
          key={field}
          label={label}
          value={chosen[field] ?? ''}
          onChange={(value) => onChoose(field, value)}
          none={field === 'brand' && brandFrom !== '' ? brandFrom : none}
          options={columns.map(({ name, examples }) => ({
            value: name,
            name: examples.length > 0 ? `${name} (${examples[0]})` : name,
          }))}
        />
      ))}
    </fieldset>
  )
}
