import { ownSiteRule } from '../../../../contract/companion.ts'
import type { Cell, ReportRow } from '../../../../contract/reports/report-row.ts'
import { REPORTS, type Report } from '../../../../contract/reports/reports.ts'
import type { SheetColumn } from '../../../../contract/spreadsheet/sheet-columns.ts'
import { tyreText } from '../../../../contract/tyre/tyre-text.ts'
import { filledOfRows } from '../../../data/read-page.ts'
import type { GridColumn } from '../../grid/grid-column.ts'
import { placeTitle } from '../../grid/header-spans.ts'
import { orderRows } from '../../grid/order.ts'
import { rowOrigin } from '../../market/market.ts'
import { comparedKind } from '../../report-choice/report-address.ts'
import type { Layout } from '../../report-choice/view.ts'
import { applyColumnSettings } from '../layouts/columns/apply-settings.ts'
import { readColumns } from '../layouts/columns/column-settings.ts'
import type { GridLayoutName } from '../layouts/columns/facets.ts'
import { inListOrder } from '../layouts/list/card-orders.ts'
import { marketColumns } from '../layouts/market/market-columns.tsx'
import { clientListOrder, narrowed } from '../layouts/quick-filters.ts'
import { inStock, pageMarket, type RowPrices, rowPrices } from '../layouts/row-prices.ts'
import { wideColumns } from '../layouts/wide/wide-columns.ts'
import type { ViewOrder } from './export-client.ts'
import { listColumns } from './list-columns.ts'

export interface ViewSheetColumn extends SheetColumn {
  /** whether the cells only repeat the city, site or warehouse of `group` */
  place?: true
}

export interface ViewSheet {
  columns: ViewSheetColumn[]
  rows: readonly ReportRow[]
  /** returns a row's prices, if the layout compares them */
  prices?: PricesOf
  /** whether the columns have a city, site or warehouse above their names */
  withPlaces: boolean
}

interface Material {
  order: ViewOrder
  report: Report
  rows: readonly ReportRow[]
  /** rows of the displayed page; [] if the file does not include that page */
  shown: readonly ReportRow[]
  isOwnSite(host: string): boolean
}

type PricesOf = (row: ReportRow) => RowPrices

interface Laid {
  columns: readonly GridColumn[]
  rows: readonly ReportRow[]
  prices?: PricesOf
}

const LAID: Readonly<Record<Layout, (material: Material) => Laid>> = {
  table: laidWide,
  market: laidMarket,
  list: laidList,
}

/** Returns all rows of a result set in the displayed layout, as if they were on one page. */
export function viewSheet(
  order: ViewOrder,
  rows: readonly ReportRow[],
  shown: readonly ReportRow[],
): ViewSheet {
  const isOwnSite = ownSiteRule(order.ownHosts)
  const report: Report = REPORTS[order.report]
  const laid = LAID[order.layout]({ order, report, rows, shown, isOwnSite })
  const columns = laid.columns.map(sheetColumn)
  return { ...laid, columns, withPlaces: columns.some(({ group }) => group !== '') }
}

function laidWide(material: Material): Laid {
  const { order, report, rows, isOwnSite } = material
  const columns = wideColumns(report, order.choice.priceType, filledOfRows(rows), isOwnSite)
  return {
    columns: arrangedColumns('table', columns, material),
    rows: orderRows(rows, columns, clientListOrder({ ...order, report }).order),
  }
}

function laidMarket(material: Material): Laid {
  const { order, report, rows } = material
  const { page, of } = pricesOf(material)
  const columns = marketColumns({
    report,
    rows,
    page,
    of,
    reportKind: comparedKind(order.choice),
    coloured: false,
  })
  const absent = [outOfStock(of)].filter(({ cell }) => rows.some((row) => cell(row) !== null))
  const { order: sorted, only } = clientListOrder({ ...order, report })
  return {
    columns: [...withArticle(arrangedColumns('market', columns, material), rows, tyreText), ...absent],
    rows: orderRows(narrowed(rows, of, only), columns, sorted),
    prices: of,
  }
}

function laidList(material: Material): Laid {
  const { order, report, rows } = material
  const { page, of } = pricesOf(material)
  const { order: sorted, only } = clientListOrder({ ...order, report })
  const columns = listColumns({ report, page, of }).filter(({ cell }) =>
    rows.some((row) => cell(row) !== null),
  )
  return {
    columns: withArticle(columns, rows, () => ''),
    rows: inListOrder(narrowed(rows, of, only), of, sorted),
    prices: of,
  }
}

/** Returns the column that lists the sites marked with ○ (out of stock) in the table. */
const outOfStock = (of: PricesOf): GridColumn => ({
  id: 'market.out',
  label: 'Нет в наличии',
  kind: 'text',
  group: { city: '', site: '', warehouse: '' },
  cell: (row) => {
    const absent = [...of(row).bySite.values()].filter((site) => inStock(site) === false)
    return absent.map(({ site }) => site).join(', ') || null
  },
})

/** Applies the column settings. Nearly empty columns are detected only if hidden, because that takes seconds. */
function arrangedColumns(
  layout: GridLayoutName,
  columns: readonly GridColumn[],
  { order, rows, shown }: Material,
): readonly GridColumn[] {
  const counted = readColumns(order.columns).folded ? { rows, shown } : { rows: [] }
  return applyColumnSettings({ layout, columns, ...counted }, order.columns).columns
}

function pricesOf({ order: { choice, compared }, report, rows, isOwnSite }: Material) {
  const { city, kind, competitors } = compared
  const page = pageMarket(rows, rowOrigin({ report, choice }, isOwnSite), city, [kind], competitors)
  return { page, of: rowPrices(page) }
}

/** Adds the article column, by which files are matched with each other, unless the tyres' names are their articles. */
function withArticle(
  columns: readonly GridColumn[],
  rows: readonly ReportRow[],
  nameOf: (specs: ReportRow['specs']) => string,
): GridColumn[] {
  const [tyre, ...others] = columns
  const isNew = rows.some(({ specs }) => specs.article !== null && nameOf(specs) !== String(specs.article))
  if (!tyre || !isNew) return [...columns]
  return [tyre, { ...tyre, id: 'article', label: 'Артикул', cell: ({ specs }) => specs.article }, ...others]
}

const sheetColumn = ({ id, group, over, label, kind, place, cell }: GridColumn): ViewSheetColumn => ({
  ...(place && { place }),
  group: placeTitle({ ...group, city: group.city || (over ?? '') }),
  label,
  kind,
  // Articles are written as text: an article may start with a zero or have more digits than a spreadsheet's number.
  cell: id === 'article' ? (row) => asText(cell(row)) : cell,
})

const asText = (cell: Cell): Cell => (cell === null ? null : String(cell))
