import { useQuery } from '@tanstack/react-query'
import {
  MAX_CITY_NAME_LENGTH,
  MAX_COLUMN_NAME_LENGTH,
  MAX_FOREIGN_ID_LENGTH,
  MAX_OUTLET_NAME_LENGTH,
} from '../../../../contract/outlets/outlet.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { ChoiceField, FieldSet, SelectField, TextField } from '../../../ui/Field.tsx'
import { MoveButton } from '../../../ui/MoveButton.tsx'
import { COLUMN_NAMES, FORMAT_NAMES } from '../outlet-words.ts'
import {
  columnsOf,
  type DraftColumn,
  isNeeded,
  type OutletDraft,
  optionsOf,
  roundingOptions,
} from './draft.ts'

interface OutletFieldsProps {
  draft: OutletDraft
  /** reason why the name is refused; null without one */
  nameProblem: string | null
  change(part: Partial<OutletDraft>): void
}

const IDS = optionsOf({ article: 'нашим артикулом', code: 'нашим кодом' })
const KINDS = optionsOf({ retail: 'розничные', wholesale: 'оптовые' })
const SCOPES = optionsOf({ all: 'все цены набора', changes: 'только изменения' })
const ENCODINGS = optionsOf({ 'utf-8': 'UTF-8', 'windows-1251': 'Windows-1251' })
const SEPARATORS = optionsOf({ ';': 'точка с запятой', ',': 'запятая', tab: 'табуляция' })

const FORMAT_HINTS: Readonly<Record<OutletDraft['format'], string>> = {
  csv: 'Таблица в текстовом файле: её читают 1С, Excel и почти любой магазин.',
  xlsx: 'Таблица Excel с одной строкой заголовков.',
  yml: 'Формат Яндекс Маркета: его читают магазины и площадки. У каждого артикула одна цена, поэтому укажите город.',
  commerceml: 'offers.xml для 1С-Битрикс и обмена с 1С. У каждого артикула одна цена, поэтому укажите город.',
  json: 'Список записей для своей программы.',
}

/** Fields of an outlet's settings. Fields that a format does not use are not displayed. */
export function OutletFields({ draft, nameProblem, change }: OutletFieldsProps) {
  const { format } = draft
  const isXml = format === 'yml' || format === 'commerceml'
  const cities = useQuery(filterOptionsQuery).data?.lists.city ?? []
  const text = (name: 'name' | 'city' | 'catalog' | 'price_type', maxLength: number) => ({
    name,
    value: draft[name],
    maxLength,
    autoComplete: 'off',
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <>
      <TextField
        {...text('name', MAX_OUTLET_NAME_LENGTH)}
        label="Название"
        hint="Для себя, например «Сайт» или «1С»"
        problem={nameProblem}
      />
      <ChoiceField
        label="Формат"
        hint={FORMAT_HINTS[format]}
        options={optionsOf(FORMAT_NAMES)}
        value={format}
        onChange={(next) => change({ format: next })}
      />
      <div className="outlet-pair grid grid-cols-2 items-start gap-16">
        <ChoiceField label="Цены" options={KINDS} value={draft.kind} onChange={(kind) => change({ kind })} />
        <ChoiceField
          label="Шина обозначена"
          options={IDS}
          value={draft.ids}
          onChange={(ids) => change({ ids })}
        />
        <ChoiceField
          label="Что уходит"
          options={SCOPES}
          value={draft.scope}
          onChange={(scope) => change({ scope })}
        />
        <SelectField
          label="Округлить"
          options={roundingOptions}
          value={draft.rounding}
          onChange={(rounding) => change({ rounding })}
        />
        <TextField
          {...text('city', MAX_CITY_NAME_LENGTH)}
          label="Город"
          hint={isXml ? 'Чьи цены уходят, как в решениях' : 'Как в решениях. Пусто — все города'}
          suggestions={cities}
        />
        {format === 'commerceml' && (
          <>
            <TextField
              {...text('catalog', MAX_FOREIGN_ID_LENGTH)}
              label="Ид каталога"
              hint="Как в вашей 1С. Можно не заполнять"
            />
            <TextField
              {...text('price_type', MAX_FOREIGN_ID_LENGTH)}
              label="Ид типа цены"
              hint="Как в вашей 1С. Можно не заполнять"
            />
          </>
        )}
        {(format === 'csv' || isXml) && (
          <ChoiceField
            label="Кодировка"
            options={ENCODINGS}
            value={draft.encoding}
            onChange={(encoding) => change({ encoding })}
          />
        )}
        {format === 'csv' && (
          <ChoiceField
            label="Разделитель"
            options={SEPARATORS}
            value={draft.separator}
            onChange={(separator) => change({ separator })}
          />
        )}
      </div>
      <ColumnFields draft={draft} onChange={(columns) => change({ columns })} />
    </>
  )
}

interface ColumnFieldsProps {
  draft: OutletDraft
  onChange(columns: readonly DraftColumn[]): void
}

/** Fields that select, name and order the columns. The XML formats have names and an order of their own. */
function ColumnFields({ draft, onChange }: ColumnFieldsProps) {
  const { columns, isNamed } = columnsOf(draft)
  const change = (id: DraftColumn['id'], part: Partial<DraftColumn>) =>
    onChange(draft.columns.map((column) => (column.id === id ? { ...column, ...part } : column)))
  const move = (index: number, step: 1 | -1) => {
    const column = columns[index]
    if (column) onChange(columns.toSpliced(index, 1).toSpliced(index + step, 0, column))
  }
  return (
    <FieldSet className="outlet-columns" label={isNamed ? 'Столбцы и их названия' : 'Что есть в файле'}>
      <ul>
        {columns.map(({ id, name, wanted }, index) => (
          <li key={id} data-named={isNamed || undefined}>
            <label>
              <input
                type="checkbox"
                className="checkbox"
                aria-label={isNamed ? `Столбец «${COLUMN_NAMES[id]}»` : undefined}
                checked={wanted || isNeeded(id, draft)}
                // Focusable although fixed: a file without it would be of no use.
                aria-disabled={isNeeded(id, draft) || undefined}
                onChange={({ target }) => !isNeeded(id, draft) && change(id, { wanted: target.checked })}
              />
              {!isNamed && COLUMN_NAMES[id]}
            </label>
            {isNamed && (
              <>
                <input
                  className="input"
                  aria-label={`Название столбца «${COLUMN_NAMES[id]}» в файле`}
                  maxLength={MAX_COLUMN_NAME_LENGTH}
                  value={name}
                  onChange={({ target }) => change(id, { name: target.value })}
                />
                <MoveButton name={COLUMN_NAMES[id]} up blocked={index === 0} onMove={() => move(index, -1)} />
                <MoveButton
                  name={COLUMN_NAMES[id]}
                  blocked={index === columns.length - 1}
                  onMove={() => move(index, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </FieldSet>
  )
}
