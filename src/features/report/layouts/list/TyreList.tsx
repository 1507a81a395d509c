import { type KeyboardEvent, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import { createPortal } from 'react-dom'
import { arranges } from '../../../../data/list-order.ts'
import { GroupButton } from '../../../grid/GroupLine.tsx'
import type { GridHandle } from '../../../report-choice/displayed-table.ts'
import { needsCity } from '../../../report-choice/report-address.ts'
import type { LayoutProps } from '../layout-props.ts'
import { CitySelect, PriceTypeSwitch } from '../MarketBar.tsx'
import { CompetitorsChip, QuickFilterChips, QuickFilterNote } from '../QuickFilters.tsx'
import { clientListOrder, narrowed } from '../quick-filters.ts'
import { useDisplayedTable } from '../useDisplayedTable.ts'
import { usePageMarket } from '../usePageMarket.ts'
import { GroupsOfPage, useRowGroups, useSameRows } from '../useRowGroups.tsx'
import { inListOrder } from './card-orders.ts'
import { OrderSelect } from './OrderSelect.tsx'
import { TyreItem } from './TyreItem.tsx'
import './list.css'

/** List layout: one card per tyre, for a phone (specification 17.4). */
export function TyreList(props: LayoutProps) {
  const { report, data, stale, card, view, onView, tools, arranged } = props
  const { cities, page, of, compared, missed, wished, fixed, chooseCity } = usePageMarket(props)
  const { order, only } = clientListOrder(props)
  const { heads, isOfPage, onFold, ...groups } = useRowGroups(
    'list',
    props,
    useMemo(() => inListOrder(narrowed(data.rows, of, only), of, order), [data.rows, of, only, order]),
    of,
  )
  const rows = useSameRows(groups.rows)
  const list = useRef<HTMLUListElement>(null)
  const handle = useRef<GridHandle>(null)
  const shown = useDisplayedTable(props, rows, handle, compared)
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('.tyre-item-name') ?? [])]
  const item = (row: number) => items()[row] ?? null
  const active = useRef(0)
  useImperativeHandle(handle, () => ({
    goTo(row) {
      active.current = row
      item(row)?.scrollIntoView({ block: 'nearest' })
    },
    focus: () => item(active.current)?.focus({ preventScroll: true }),
    selectedRows: () => [],
  }))
  const { onOpen } = card
  const open = useCallback(
    (row: number) => {
      active.current = row
      onOpen({ table: shown, row, column: undefined })
    },
    [onOpen, shown],
  )
  // Moves the focus by arrow keys between the tyres, as in the table.
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const at = items().indexOf(document.activeElement as HTMLElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    item(at + step)?.focus()
  }
  const headsBefore = (index: number) =>
    (heads ?? [])
      .filter(({ before }) => before === index)
      .map((head) => (
        <li key={head.id} className="tyre-group">
          <GroupButton head={head} onFold={onFold} />
        </li>
      ))
  return (
    <>
      {tools &&
        createPortal(
          <>
            {(cities.length > 1 || page.city !== null) && (
              <CitySelect
                cities={cities}
                all={!needsCity(report)}
                value={page.city}
                phone={props.phone}
                onChange={chooseCity}
              />
            )}
            <OrderSelect
              order={view.order}
              isWhole={arranges(arranged, 'sort')}
              offered={props.offered}
              onChange={(next) => onView({ order: next, ...fixed })}
            />
            <PriceTypeSwitch page={page} wished={wished} onChange={(kind) => onView({ kind })} />
            <QuickFilterChips {...props} onChange={(next) => onView({ only: next, ...fixed })} />
            <CompetitorsChip {...props} />
          </>,
          tools,
        )}
      <QuickFilterNote layout={props} shown={rows.length} />
      {isOfPage && <GroupsOfPage />}
      {missed !== null && (
        <p className="order-note">
          Цены города {page.city}: в городе {missed} этих шин нет.
        </p>
      )}
      <ul
        ref={list}
        data-walk
        className="tyre-list-cards"
        translate="no"
        aria-label="Шины"
        aria-busy={stale}
        onKeyDown={walk}
      >
        {/* Heads and cards are siblings: a head keeps the focus while cards before and after it come and go. */}
        {[
          ...rows.flatMap((row, index) => [
            ...headsBefore(index),
            <TyreItem
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same article
              key={index}
              report={report}
              page={page}
              row={row}
              prices={of(row)}
              allCities={page.city === null && cities.length > 1}
              index={index}
              onOpen={open}
            />,
          ]),
          ...headsBefore(rows.length),
        ]}
      </ul>
    </>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }
