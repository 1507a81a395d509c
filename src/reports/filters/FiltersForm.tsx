import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { FILTER_NAMES, FILTERS, nonEmpty } from '../../../contract/filters.ts'
import type { Report } from '../../../contract/reports.ts'
import { allReportPages, filterOptionsQuery } from '../../api/report-queries.ts'
import { takesPercent } from '../../report-choice/report-address.ts'
import { Button } from '../../ui/Button.tsx'
import { isCompact } from '../../ui/compact.ts'
import { Icon } from '../../ui/Icon.tsx'
import { choiceSummary } from './choice-summary.ts'
import { DayField } from './DayField.tsx'
import { OptionsStatus } from './OptionsStatus.tsx'
import { PercentField } from './PercentField.tsx'
import { PriceField } from './PriceField.tsx'
import { SearchableSelect } from './SearchableSelect.tsx'
import type { FormChoice } from './useFormChoice.ts'
import { VehicleField } from './VehicleField.tsx'
import './filters.css'

interface FiltersFormProps {
  report: Report
  form: FormChoice
  /** key of the applied choice; '' if nothing is applied */
  run: string
  downloading: boolean
  /** beside the form's own buttons */
  moreActions?: ReactNode
  onApply(): void
  onDownload(): void
}

/** Specification 4.4. */
export function FiltersForm({
  report,
  form,
  run,
  downloading,
  moreActions,
  onApply,
  onDownload,
}: FiltersFormProps) {
  const { choice, change, setFilter } = form
  // On a phone, the form collapses once applied, to make room for the table.
  const openFor = (applied: string) => !(applied !== '' && isCompact())
  const [open, setOpen] = useState(() => openFor(run))
  const [foldedFor, setFoldedFor] = useState(run)
  if (foldedFor !== run) {
    setFoldedFor(run)
    if (isCompact()) setOpen(openFor(run))
  }
  const submitButton = useRef<HTMLButtonElement>(null)
  const { data, isError, isLoading: optionsLoading } = useQuery(filterOptionsQuery)
  // Lists that cannot be loaded are empty (specification 6.7).
  const options = isError ? undefined : data
  const loading = useIsFetching(allReportPages) > 0
  const id = useId()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCompact()) {
      // The fields are about to be hidden, and would take the focus with them.
      submitButton.current?.focus()
      setOpen(false)
    }
    onApply()
  }

  return (
    <form className="filters" aria-labelledby={`${id}-heading`} onSubmit={submit}>
      <div className="filters-head">
        <h2 id={`${id}-heading`}>Фильтры</h2>
        {!open && <span className="filters-summary">{choiceSummary(choice)}</span>}
        <p className="filters-changed" role="status">
          {form.changed && 'Фильтры изменены, нажмите «Применить»'}
        </p>
        {open && (
          <Button
            variant="quiet"
            className="filters-reset"
            blocked={Object.keys(nonEmpty(choice.filters)).length === 0}
            onClick={() => change({ filters: {} })}
          >
            Сбросить фильтры
          </Button>
        )}
        <button
          type="button"
          className="filters-toggle"
          aria-expanded={open}
          aria-controls={`${id}-fields`}
          onClick={() => setOpen(!open)}
        >
          <Icon name="filter" />
          {open ? 'Свернуть' : 'Изменить'}
        </button>
      </div>
      <OptionsStatus />
      <div id={`${id}-fields`} className="filters-fields" data-open={open}>
        <DayField value={choice.date} days={options?.dates ?? []} onChange={(date) => change({ date })} />
        {FILTER_NAMES.map((name) =>
          name === 'vehicle' ? (
            <VehicleField
              key={name}
              otherOptions={options?.lists.vehicle ?? []}
              value={choice.filters.vehicle ?? ''}
              onChange={(value) => setFilter('vehicle', value)}
            />
          ) : (
            <SearchableSelect
              key={name}
              label={FILTERS[name].label}
              options={options?.lists[name] ?? []}
              value={choice.filters[name] ?? ''}
              loading={optionsLoading}
              onChange={(value) => setFilter(name, value)}
            />
          ),
        )}
        <PriceField
          report={report}
          value={choice.priceType}
          onChange={(priceType) => change({ priceType })}
        />
        {report.layout === 'proposals' && (
          <PercentField
            key={form.fills}
            initial={choice.percent}
            enabled={takesPercent(report, choice.priceType)}
            onChange={(percent) => change({ percent })}
          />
        )}
        <div className="filters-actions">
          <Button ref={submitButton} type="submit" variant="primary" blocked={loading}>
            {loading ? 'Загрузка...' : 'Применить'}
          </Button>
          <Button blocked={downloading} onClick={onDownload}>
            <Icon name="download" />
            {downloading ? 'Скачивание...' : 'Скачать эту таблицу'}
          </Button>
          {moreActions}
        </div>
      </div>
    </form>
  )
}
