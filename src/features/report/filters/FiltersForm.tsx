import { useQuery } from '@tanstack/react-query'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { COMPETITORS_LABEL } from '../../../../contract/reports/competitors.ts'
import { FILTER_NAMES, type FilterName, nonEmpty } from '../../../../contract/reports/filters.ts'
import { PRICE_TYPE_LABELS, priceTypesOf } from '../../../../contract/reports/reports.ts'
import { filterOptionsQuery } from '../../../data/report-queries.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { useIsCompact } from '../../../ui/compact.ts'
import { SelectField } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useLetterKeys } from '../../../ui/single-keys.ts'
import { takesPercent } from '../../report-choice/report-address.ts'
import type { ReportState } from '../useReportState.ts'
import { DayField } from './DayField.tsx'
import { FilterChips } from './FilterChips.tsx'
import { CompareField, PercentField, SearchableSelect, VehicleField } from './FilterFields.tsx'
import { OptionsStatus } from './OptionsStatus.tsx'
import type { TypedMeaning } from './SearchBox.tsx'
import { SIZE_FIELDS, sizeChoice } from './size-choice.ts'
import './filters.css'

interface FiltersFormProps {
  state: ReportState
  /** whether collapsing the form also hides its buttons on a phone */
  folds: boolean
  /** displayed beside the chips of the collapsed form */
  note: ReactNode
  /** buttons after 'Применить' */
  actions: ReactNode
}

/** Filters form (specification 4.4). */
export function FiltersForm({ state, folds, note, actions }: FiltersFormProps) {
  const { report, form, submit } = state
  // Key of the applied choice, another one after each 'Применить'; '' before the first one.
  const run = state.run && `${state.applications} ${state.run}`
  const loading = submit.isWaiting || state.awaitsRows
  const { choice, change, setFilter } = form
  const priceTypes = priceTypesOf(report)
  const stays = useStore(preferences.filtersStay)
  const phone = useIsCompact()
  // Collapses once the answer to a choice is there, to make room for the table; on a desktop the person can keep it open.
  const opens = run === '' || (stays && !phone)
  const [open, setOpen] = useState(opens)
  const [foldedFor, setFoldedFor] = useState(run)
  // Fields are rendered when the form first opens, because rendering them in a collapsed form would delay the first
  // rows. After that they stay mounted and keep their input.
  const [drawn, setDrawn] = useState(open)
  if (open && !drawn) setDrawn(true)
  const toggle = useRef<HTMLButtonElement>(null)
  const { data, isError, isLoading: optionsLoading } = useQuery(filterOptionsQuery)
  // Lists that cannot be loaded are empty (specification 6.7).
  const options = isError ? undefined : data
  const id = useId()

  // A complete size, typed into the field for width, profile or diameter, sets all three.
  const sizeOf = (typed: string): TypedMeaning | null => {
    const size = options && sizeChoice(typed, options.lists)
    return size
      ? {
          label: size.label,
          choose() {
            for (const [name, value] of Object.entries(size.filters)) setFilter(name as FilterName, value)
          },
        }
      : null
  }

  const fields = useRef<HTMLDivElement>(null)
  const isAnswered = foldedFor !== run && !loading
  // Before the paint, in the same frame as the rows.
  useLayoutEffect(() => {
    if (!isAnswered) return
    setFoldedFor(run)
    // Filters that a person changes meanwhile stay in view.
    if (form.changed) return
    // Moves the focus before the focused field is hidden, which would lose it. Safari does not focus a clicked button.
    const focused = document.activeElement
    const isLost = focused === document.body || fields.current?.contains(focused)
    if (open && !opens && isLost) toggle.current?.focus()
    setOpen(opens)
  }, [isAnswered, run, open, opens, form.changed])

  const setByHand = (next: boolean) => {
    // The answer that is awaited changes nothing of it.
    setFoldedFor(run)
    setOpen(next)
  }

  useLetterKeys({
    f() {
      if (open) toggle.current?.focus()
      // Rendered at once, so that the first field can be focused.
      flushSync(() => setByHand(!open))
      if (!open) fields.current?.querySelector<HTMLElement>('input, select')?.focus()
    },
  })

  const foldOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !open || run === '') return
    // An open list, calendar or dialog closes first.
    if (event.target instanceof Element && event.target.closest('[aria-expanded="true"], dialog, .popup'))
      return
    toggle.current?.focus()
    setByHand(false)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The button of the folded form disappears.
    if (!open) toggle.current?.focus()
    submit.run()
  }

  return (
    <form
      className={folds ? 'filters filters-folding' : 'filters'}
      data-changed={form.changed || undefined}
      data-open={open}
      aria-labelledby={`${id}-heading`}
      onSubmit={onSubmit}
      onKeyDown={foldOnEscape}
    >
      <div className="filters-head flex items-center gap-12">
        <h2 id={`${id}-heading`}>Фильтры</h2>
        <FilterChips
          choice={form.chosen}
          open={open}
          viewChip={
            // On a phone the toolbar's chip is at the end of a strip that scrolls sideways.
            folds &&
            state.view.competitors !== null && {
              text: COMPETITORS_LABEL,
              onRemove() {
                // The chip's button disappears.
                toggle.current?.focus()
                state.changeView({ competitors: null })
              },
            }
          }
          onRemove={(rest) => {
            // The chip's button disappears.
            toggle.current?.focus()
            state.apply(rest)
          }}
        />
        {!open && note}
        <p className="filters-changed" role="status">
          {form.changed && 'Фильтры изменены, нажмите «Применить»'}
        </p>
        {open && (
          <Button
            variant="quiet"
            className="filters-reset"
            blocked={Object.keys({ ...nonEmpty(choice.filters), ...choice.sets }).length === 0}
            onClick={() => change({ filters: {}, sets: {} })}
          >
            Сбросить фильтры
          </Button>
        )}
        {open && run !== '' && !phone && (
          <label className="filters-stay">
            <input
              type="checkbox"
              checked={stays}
              onChange={({ target }) => preferences.filtersStay.set(target.checked)}
            />
            Не сворачивать
          </label>
        )}
        <button
          ref={toggle}
          type="button"
          className="filters-toggle"
          aria-expanded={open}
          aria-controls={`${id}-fields`}
          aria-keyshortcuts="f"
          title={open ? 'Свернуть фильтры (f)' : 'Изменить фильтры (f)'}
          onClick={() => setByHand(!open)}
        >
          <Icon name="filter" />
          {open ? 'Свернуть' : 'Изменить'}
        </button>
      </div>
      <OptionsStatus open={open} />
      <div ref={fields} id={`${id}-fields`} className="filters-fields" data-open={open}>
        {drawn && (
          <>
            <DayField
              value={choice.date}
              hint={form.isLatestDay ? 'последний день с ценами' : ''}
              days={options?.dates ?? []}
              onChange={(date) => change({ date })}
            />
            {FILTER_NAMES.map((name) =>
              name === 'vehicle' ? (
                <VehicleField key={name} otherOptions={options?.lists.vehicle ?? []} form={form} />
              ) : (
                <SearchableSelect
                  key={name}
                  name={name}
                  form={form}
                  options={options?.lists[name] ?? []}
                  loading={optionsLoading}
                  meaningOf={SIZE_FIELDS.has(name) ? sizeOf : undefined}
                />
              ),
            )}
            <SelectField
              label="Цена"
              disabled={priceTypes.length === 1}
              value={choice.priceType}
              onChange={(priceType) => change({ priceType })}
              options={priceTypes.map((type) => ({ value: type, name: PRICE_TYPE_LABELS[type] }))}
            />
            {report.layout === 'proposals' && (
              <PercentField
                key={form.fills}
                initial={choice.percent}
                enabled={takesPercent(report, choice.priceType)}
                onChange={(percent) => change({ percent })}
              />
            )}
            {report.layout === 'changes' && (
              <CompareField
                value={choice.compare}
                date={choice.date}
                days={options?.dates ?? []}
                onChange={(compare) => change({ compare, moved: '' })}
              />
            )}
          </>
        )}
        <div className="filters-actions">
          <Button type="submit" variant="primary" blocked={loading}>
            <span className="steady" data-widest="Загрузка...">
              {loading ? 'Загрузка...' : 'Применить'}
            </span>
          </Button>
          {actions}
        </div>
      </div>
    </form>
  )
}
