import { useIsFetching, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { isoToday } from '../../../contract/dates.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '../../../contract/filters.ts'
import type { Report } from '../../../contract/reports.ts'
import { type ReportChoice, takesPercent } from '../../api/report-address.ts'
import { allReportPages, filterOptionsQuery } from '../../api/report-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { choiceSummary } from './choice-summary.ts'
import { OptionsStatus } from './OptionsStatus.tsx'
import { PercentField } from './PercentField.tsx'
import { PriceField } from './PriceField.tsx'
import { SearchableSelect } from './SearchableSelect.tsx'
import { VehicleField } from './VehicleField.tsx'

interface FiltersFormProps {
  report: Report
  initial: ReportChoice
  /** whether `initial` is what the table shows */
  applied: boolean
  downloading: boolean
  /** beside the form's own buttons */
  moreActions?: ReactNode
  onApply(choice: ReportChoice): void
  onDownload(choice: ReportChoice): void
}

const isNarrow = () => window.matchMedia('(max-width: 47.99rem)').matches

/** Document 2 §2, Filters form. */
export function FiltersForm({
  report,
  initial,
  applied,
  downloading,
  moreActions,
  onApply,
  onDownload,
}: FiltersFormProps) {
  const [choice, setChoice] = useState(initial)
  // On a phone an applied form gives its place to the table.
  const [open, setOpen] = useState(() => !(applied && isNarrow()))
  const { data: options, isLoading: optionsLoading } = useQuery(filterOptionsQuery)
  const loading = useIsFetching(allReportPages) > 0
  const id = useId()

  const setFilter = (name: FilterName) => (value: string) =>
    setChoice((before) => ({ ...before, filters: { ...before.filters, [name]: value } }))
  // A missing date becomes today (document 2 §4).
  const chosen = () => ({ ...choice, date: choice.date || isoToday() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(chosen())
  }

  return (
    <form className="filters" aria-labelledby={`${id}-heading`} onSubmit={submit}>
      <div className="filters-head">
        <h2 id={`${id}-heading`}>Фильтры</h2>
        {!open && <span className="filters-summary">{choiceSummary(choice)}</span>}
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
        <div className="field">
          <label className="field-label" htmlFor={`${id}-date`}>
            Дата
          </label>
          <input
            id={`${id}-date`}
            className="input"
            type="date"
            value={choice.date}
            onChange={(event) => setChoice({ ...choice, date: event.target.value })}
          />
        </div>
        {FILTER_NAMES.map((name) =>
          name === 'vehicle' ? (
            <VehicleField
              key={name}
              otherOptions={options?.lists.vehicle ?? []}
              value={choice.filters.vehicle ?? ''}
              onChange={setFilter('vehicle')}
            />
          ) : (
            <SearchableSelect
              key={name}
              label={FILTERS[name].label}
              options={options?.lists[name] ?? []}
              value={choice.filters[name] ?? ''}
              loading={optionsLoading}
              onChange={setFilter(name)}
            />
          ),
        )}
        <PriceField
          report={report}
          value={choice.priceType}
          onChange={(priceType) => setChoice({ ...choice, priceType })}
        />
        {report.layout === 'proposals' && (
          <PercentField
            initial={choice.percent}
            enabled={takesPercent(report, choice.priceType)}
            onChange={(percent) => setChoice((before) => ({ ...before, percent }))}
          />
        )}
        <div className="filters-actions">
          <Button type="submit" variant="primary" disabled={loading}>
            {loading ? 'Загрузка...' : 'Применить'}
          </Button>
          <Button disabled={downloading} onClick={() => onDownload(chosen())}>
            <Icon name="download" />
            {downloading ? 'Скачивание...' : 'Скачать эту таблицу'}
          </Button>
          {moreActions}
        </div>
      </div>
    </form>
  )
}
