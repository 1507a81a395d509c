import { TYRE_COLUMN } from '../../../../contract/reports/columns.ts'
import { MOVE_MARKS } from '../../../../contract/reports/moves.ts'
import type { Cell, ReportRow } from '../../../../contract/reports/report-row.ts'
import type { Report } from '../../../../contract/reports/reports.ts'
import { namedTyre, sizeBeside } from '../../../../contract/tyre/tyre-text.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import type { SiteInCity } from '../../market/rank.ts'
import {
  COMPETITORS_ON_CARD,
  displayedPrices,
  isNew,
  newText,
  noRivalsText,
  removedText,
} from '../layouts/list/card-texts.ts'
import { inStock, type PageMarket, proposedIn, type RowPrices, stockOf } from '../layouts/row-prices.ts'

interface ListColumnsOptions {
  report: Report
  page: PageMarket
  /** Returns a row's prices, which are computed once per row. */
  of(row: ReportRow): RowPrices
}

/** Returns columns with the content of the list layout's cards. The caller removes columns without values. */
export function listColumns({ report, page, of }: ListColumnsOptions): GridColumn[] {
  const sites = (row: ReportRow, own: boolean) =>
    [...of(row).bySite.values()].filter((site) => site.own === own)
  const ofList = (id: string, label: string, kind: GridColumn['kind'], cell: GridColumn['cell']) =>
    columnOf(`list.${id}`, label, kind, '', cell)
  return [
    columnOf(TYRE_COLUMN, 'Шина', 'text', '', ({ specs }) => namedTyre(specs)),
    ofList('size', 'Размер', 'text', ({ specs }) => sizeBeside(specs) || null),
    ofList('own', 'Наша цена', 'price', (row) => of(row).own),
    ofList('proposed', 'Новая', 'price', (row) => proposedIn(row, report, page)),
    ofList('change', 'Изменение, %', 'percent', (row) => changeOf(sites(row, true)[0], page, row)),
    ofList('stock', 'Остаток', 'stock', (row) => stockOf(sites(row, true))),
    ofList('rank', 'Место', 'text', (row) => rankOf(of(row))),
    ofList('percent', 'Отклонение, %', 'percent', (row) => of(row).percent),
    ...Array.from({ length: COMPETITORS_ON_CARD }, (_, at) =>
      rivalColumns(at, page, (row) => sites(row, false)[at]),
    ).flat(),
    ofList('note', 'Примечание', 'text', (row) => noteOf(row, of(row), page)),
  ]
}

function columnOf(
  id: string,
  label: string,
  kind: GridColumn['kind'],
  over: string,
  cell: GridColumn['cell'],
): GridColumn {
  return { id, label, kind, group: { city: '', site: '', warehouse: '' }, ...(over && { over }), cell }
}

/** Returns the columns of the competitor at this rank (from 0, cheapest first): site, city, price, change and stock. */
function rivalColumns(
  at: number,
  page: PageMarket,
  of: (row: ReportRow) => SiteInCity | undefined,
): GridColumn[] {
  const column = (name: string, label: string, kind: GridColumn['kind'], cell: GridColumn['cell']) =>
    columnOf(`list.${at}.${name}`, label, kind, `Конкурент ${at + 1}`, cell)
  return [
    column('site', 'Сайт', 'text', (row) => of(row)?.site ?? null),
    ...(page.city === null ? [column('city', 'Город', 'text', (row) => of(row)?.best.city ?? null)] : []),
    column('price', 'Цена', 'price', (row) => of(row)?.best.prices[page.kind] ?? null),
    column('change', 'Изменение, %', 'percent', (row) => changeOf(of(row), page, row)),
    column('stock', 'Наличие', 'text', (row) => {
      const site = of(row)
      return site && inStock(site) === false ? 'нет в наличии' : null
    }),
  ]
}

/** Returns the price change as on the card: null if the price is unchanged. */
function changeOf(site: SiteInCity | undefined, { kind, of }: PageMarket, row: ReportRow): Cell {
  if (!site) return null
  return isNew(site.best, of(row)) ? MOVE_MARKS.new : site.best.changes[kind] || null
}

const rankOf = ({ rank, sites }: RowPrices): Cell =>
  rank === null || sites < 2 ? null : `${rank}-я из ${sites}`

function noteOf(row: ReportRow, { own, bySite }: RowPrices, page: PageMarket): Cell {
  const market = page.of(row)
  const hasRivals = [...bySite.values()].some((site) => !site.own)
  const notes = [
    own === null ? 'У нас нет цены.' : '',
    hasRivals ? '' : noRivalsText(page, row),
    newText(market, page.kind, page.city === null, displayedPrices(bySite)),
    removedText(market, page.kind, page.city === null),
  ]
  return notes.filter(Boolean).join(' ') || null
}
