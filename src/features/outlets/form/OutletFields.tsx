import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import {
  LONGEST_CITY_NAME,
  LONGEST_FOREIGN_ID,
  LONGEST_OUTLET_NAME,
} from '../../../../contract/outlets/outlet.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { FORMAT_NAMES } from '../outlet-words.ts'
import { ColumnFields } from './ColumnFields.tsx'
import { type OutletDraft, optionsOf, roundingOptions } from './draft.ts'

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
  const id = useId()
  const { format } = draft
  const isXml = format === 'yml' || format === 'commerceml'
  const cities = useQuery(filterOptionsQuery).data?.lists.city ?? []
  const text = (name: 'name' | 'city' | 'catalog' | 'price_type', maxLength: number) => ({
    id: `${id}-${name}`,
    name,
    className: 'input',
    value: draft[name],
    maxLength,
    autoComplete: 'off',
    'aria-describedby': `${id}-${name}-words`,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <Field
        id={`${id}-name`}
        label="Название"
        hint="Для себя, например «Сайт» или «1С»"
        problem={nameProblem}
      >
        <input {...text('name', LONGEST_OUTLET_NAME)} aria-invalid={nameProblem !== null || undefined} />
      </Field>
      <Chosen label="Формат" hint={FORMAT_HINTS[format]}>
        <Choice
          label="Формат"
          options={optionsOf(FORMAT_NAMES)}
          value={format}
          onChange={(next) => change({ format: next })}
        />
      </Chosen>
      <div className="outlet-pair">
        <Chosen label="Цены">
          <Choice label="Цены" options={KINDS} value={draft.kind} onChange={(kind) => change({ kind })} />
        </Chosen>
        <Chosen label="Шина обозначена">
          <Choice
            label="Шина обозначена"
            options={IDS}
            value={draft.ids}
            onChange={(ids) => change({ ids })}
          />
        </Chosen>
        <Chosen label="Что уходит">
          <Choice
            label="Что уходит"
            options={SCOPES}
            value={draft.scope}
            onChange={(scope) => change({ scope })}
          />
        </Chosen>
        <Field id={`${id}-rounding`} label="Округлить">
          <select
            id={`${id}-rounding`}
            className="input"
            value={draft.rounding}
            onChange={({ target }) => change({ rounding: target.value as OutletDraft['rounding'] })}
          >
            {roundingOptions.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field
          id={`${id}-city`}
          label="Город"
          hint={isXml ? 'Чьи цены уходят, как в решениях' : 'Как в решениях. Пусто — все города'}
        >
          <input {...text('city', LONGEST_CITY_NAME)} list={`${id}-cities`} />
          <datalist id={`${id}-cities`}>
            {cities.map((city) => (
              <option key={city} value={city} />
            ))}
          </datalist>
        </Field>
        {format === 'commerceml' && (
          <>
            <Field id={`${id}-catalog`} label="Ид каталога" hint="Как в вашей 1С. Можно не заполнять">
              <input {...text('catalog', LONGEST_FOREIGN_ID)} />
            </Field>
            <Field id={`${id}-price_type`} label="Ид типа цены" hint="Как в вашей 1С. Можно не заполнять">
              <input {...text('price_type', LONGEST_FOREIGN_ID)} />
            </Field>
          </>
        )}
        {(format === 'csv' || isXml) && (
          <Chosen label="Кодировка">
            <Choice
              label="Кодировка"
              options={ENCODINGS}
              value={draft.encoding}
              onChange={(encoding) => change({ encoding })}
            />
          </Chosen>
        )}
        {format === 'csv' && (
          <Chosen label="Разделитель">
            <Choice
              label="Разделитель"
              options={SEPARATORS}
              value={draft.separator}
              onChange={(separator) => change({ separator })}
            />
          </Chosen>
        )}
      </div>
      <ColumnFields draft={draft} onChange={(columns) => change({ columns })} />
    </>
  )
}

interface FieldProps {
  id: string
  label: string
  hint?: string
  problem?: string | null
  children: ReactNode
}

function Field({ id, label, hint, problem = null, children }: FieldProps) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {(problem !== null || hint) && (
        <span
          id={`${id}-words`}
          className={problem === null ? 'field-hint' : 'field-problem'}
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? hint}
        </span>
      )}
    </div>
  )
}

/** Visible label of a choice, which names itself to screen readers. */
function Chosen({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="field">
      <span className="field-label" aria-hidden>
        {label}
      </span>
      {children}
      {hint && <span className="field-hint">{hint}</span>}
    </div>
  )
}
