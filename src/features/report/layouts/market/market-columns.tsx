import type { CSSProperties } from 'react'
import { type ColumnGroup, TYRE_COLUMN } from '../../../../../contract/reports/columns.ts'
import { formatCell } from '../../../../../contract/reports/format-cell.ts'
import type { Cell, ReportRow } from '../../../../../contract/reports/report-row.ts'
import type { Report, Statistic } from '../../../../../contract/reports/reports.ts'
import { tyreText } from '../../../../../contract/tyre/tyre-text.ts'
import type { GridColumn } from '../../../grid/grid-column.ts'
import { isNarrow } from '../../../grid/layout.ts'
import { NONE_UNSURE, OutOfStock, SiteMark, UnsureMark, type UnsureScores } from '../PriceMarks.tsx'
import {
  ALL_CITIES,
  inStock,
  type PageMarket,
  proposedIn,
  type RowPrices,
  wholeRoubles,
} from '../row-prices.ts'

interface MarketColumnsOptions {
  report: Report
  rows: readonly ReportRow[]
  page: PageMarket
  /** Returns a row's prices, which are computed once per row. */
  of: PricesOf
  /** kind of price from which the report computes its own figures and which the tyre card explains */
  reportKind: PageMarket['kind']
  /** prices that are marked as matched without certainty */
  unsure?: UnsureScores
  /** whether cells are tinted by their distance from the median */
  coloured: boolean
  /** a further column of the market's figures */
  extra?: GridColumn | null
}

/** Column widths in px, by which own prices, figures and nine competitors fit a window of 1440 px. */
const WIDTHS = { own: 84, site: 72, widestSite: 112, figure: 72, rank: 58, percent: 100, chart: 140 }
/** Width in px of the own price by which name, own price, rank and deviation fit a phone's screen of 375 px. */
const OWN_ON_PHONE = 72
/** Share of the table's width for the tyre's name; nameWidth limits the result. */
const NAME_SHARE = { phone: 0.355, desk: 0.157 }

const WIDTH =
  (px: number, onPhone = px) =>
  (container: number) =>
    isNarrow(container) ? onPhone : px

function nameWidth(container: number): number {
  const [share, least, most] = isNarrow(container)
    ? [NAME_SHARE.phone, 128, 220]
    : [NAME_SHARE.desk, 220, 420]
  return Math.round(Math.max(least, Math.min(container * share, most)))
}

/** Returns widths: without a chart the name takes its room; then the sites, so that long hosts stay whole. */
function flexibleWidths(sites: number, figures: number, hasChart: boolean) {
  const { own, rank, percent, figure, site, widestSite, chart } = WIDTHS
  const free = (container: number) => container - own - rank - percent - figures * figure
  const name = (container: number) => {
    const least = nameWidth(container)
    if (hasChart || isNarrow(container)) return least
    return Math.max(least, Math.min(least + chart, free(container) - sites * site))
  }
  const ofSite = (container: number) =>
    Math.max(site, Math.min(widestSite, Math.floor((free(container) - name(container)) / sites)))
  return { name, site: ofSite }
}

const PRODUCT: ColumnGroup = { city: '', site: '', warehouse: '' }
const byAlphabet = new Intl.Collator('ru').compare

/** Returns the columns of the market layout (specification 17.3): own price, figures, then competitors' prices. */
export function marketColumns(options: MarketColumnsOptions): GridColumn[] {
  const { rows, page, of, extra } = options
  const group = (site: string): ColumnGroup => ({ city: page.city ?? '', site, warehouse: '' })
  const figures = [
    ...figureColumns(options, group('Рынок')),
    ...(extra ? [{ ...extra, group: group('Рынок') }] : []),
  ]
  const competitors = competitorsOf(rows, of)
  const widths = flexibleWidths(competitors.length, figures.length, Boolean(extra))
  const compared = [
    ...ownColumns(options, group('Мы')).map((column) => ({ ...column, own: true })),
    ...figures,
    ...competitors.map((site) => siteColumn(options, site, group('Конкуренты'), widths.site)),
  ]
  return [
    { ...tyreColumn, width: widths.name },
    ...compared.map((column) => ({ ...column, over: ALL_CITIES, currency: '₽' })),
  ]
}

const tyreColumn: GridColumn = {
  id: TYRE_COLUMN,
  label: 'Шина',
  kind: 'text',
  group: PRODUCT,
  opens: true,
  cell: ({ specs }) => tyreText(specs),
}

type PricesOf = (row: ReportRow) => RowPrices

function ownColumns(
  { page, of, reportKind, coloured, unsure = NONE_UNSURE }: MarketColumnsOptions,
  group: ColumnGroup,
): GridColumn[] {
  const own = (row: ReportRow) => [...of(row).bySite.values()].filter((site) => site.own)
  const price = (row: ReportRow): Cell => of(row).own
  return [
    {
      id: 'market.own',
      label: 'Наша цена',
      kind: 'price',
      group,
      width: WIDTH(WIDTHS.own, OWN_ON_PHONE),
      cell: price,
      look: (row) => tintOf(of(row).percent, coloured),
      draw: (row) => {
        const ours = own(row)
        if (ours.length === 0) return null
        const cheapest = ours.find(({ best }) => best.prices[page.kind] === of(row).own) ?? ours[0]
        return (
          <>
            {ours.every((site) => inStock(site) === false) && <OutOfStock />}
            <UnsureMark score={unsure.get(row)?.get(cheapest?.site ?? '')} />
            <SiteMark mark={of(row).marks.get(cheapest?.site ?? '') ?? null} />
            {wholeRoubles(of(row).own ?? cheapest?.best.prices[page.kind] ?? null)}
          </>
        )
      },
    },
    {
      id: 'market.rank',
      label: 'Место',
      kind: 'text',
      group,
      width: WIDTH(WIDTHS.rank),
      cell: (row) => {
        const { rank, sites } = of(row)
        return rank === null ? null : `${rank} из ${sites}`
      },
      sortBy: (row) => of(row).rank,
    },
    {
      id: 'market.percent',
      label: 'Отклонение, %',
      kind: 'percent',
      group,
      width: WIDTH(WIDTHS.percent),
      // The tyre card explains a deviation only in one city, for the report's kind of price and among all competitors.
      ...(page.kind === reportKind &&
        page.city !== null &&
        page.competitors === null && { figure: 'deviation' as const }),
      cell: (row) => of(row).percent,
      draw: (row) => <Deviation percent={of(row).percent} />,
    },
  ]
}

/** Deviation in percent that fills the bar's half. */
const FULL_BAR = 100

/** Deviation in percent, with a bar from the middle as long as its root, so that 3 % and 60 % both differ. */
function Deviation({ percent }: { percent: number | null }) {
  if (percent === null) return null
  const size = Math.min(1, Math.sqrt(Math.abs(percent) / FULL_BAR))
  return (
    <span className="deviation" style={{ '--deviation': percent < 0 ? -size : size } as CSSProperties}>
      {formatCell(percent, 'percent')}
    </span>
  )
}

const FIGURES = [
  { name: 'min', label: 'Мин.' },
  { name: 'median', label: 'Медиана' },
  { name: 'max', label: 'Макс.' },
] as const

/** Uses the report's own figures if it has them, which another backend may compute differently, of all competitors. */
function figureColumns(
  { report, page, of, reportKind }: MarketColumnsOptions,
  group: ColumnGroup,
): GridColumn[] {
  const isReports = page.kind === reportKind
  const isWhole = isReports && page.competitors === null
  const ofReport = (row: ReportRow, name: Statistic): Cell =>
    isWhole && page.city !== null ? (row.cities.get(page.city)?.statistics[name] ?? null) : null
  const column = (name: Statistic | 'others', label: string, cell: GridColumn['cell']): GridColumn => ({
    id: `market.${name}`,
    label,
    kind: 'price',
    group,
    width: WIDTH(WIDTHS.figure),
    ...(name !== 'others' && (name === 'proposed' ? isReports : isWhole) && { figure: name }),
    cell,
    draw: (row) => (cell(row) === null ? null : wholeRoubles(cell(row))),
  })
  return [
    column('others', 'Медиана без нас', (row) => of(row).median),
    ...FIGURES.map(({ name, label }) =>
      column(name, label, (row) => ofReport(row, name) ?? of(row).statistics?.[name] ?? null),
    ),
    ...(isReports && page.city !== null && report.statistics.includes('proposed')
      ? [column('proposed', 'Новая', (row) => proposedIn(row, report, page))]
      : []),
  ]
}

/** Returns the competitors of the page by alphabet: the same order on every page and visit. */
function competitorsOf(rows: readonly ReportRow[], of: PricesOf): string[] {
  const sites = rows.flatMap((row) => [...of(row).bySite.values()])
  return [...new Set(sites.filter(({ own }) => !own).map(({ site }) => site))].sort(byAlphabet)
}

function siteColumn(
  { page, of, coloured, unsure = NONE_UNSURE }: MarketColumnsOptions,
  site: string,
  group: ColumnGroup,
  width: GridColumn['width'],
): GridColumn {
  const at = (row: ReportRow) => of(row).bySite.get(site)
  const price = (row: ReportRow): Cell => at(row)?.best.prices[page.kind] ?? null
  return {
    id: `market.${JSON.stringify([site])}`,
    label: site,
    kind: 'price',
    group,
    width,
    cell: price,
    look: (row) => look(of(row), price(row), coloured),
    draw: (row) => {
      const here = at(row)
      return (
        here && (
          <>
            {inStock(here) === false && <OutOfStock />}
            <UnsureMark score={unsure.get(row)?.get(site)} />
            <SiteMark mark={of(row).marks.get(site) ?? null} />
            {wholeRoubles(price(row))}
          </>
        )
      )
    },
  }
}

/** Minimum distances from the median, in percent, of the deep and the light tint. */
const TINTS = [
  { from: 10, name: 'far' },
  { from: 3, name: 'off' },
]

function look({ statistics }: RowPrices, price: Cell, coloured: boolean): string {
  if (typeof price !== 'number' || !statistics || statistics.median === 0) return ''
  return tintOf(((price - statistics.median) / statistics.median) * 100, coloured)
}

/** Returns the class of the tint for a distance from a median in percent; '' for none. */
function tintOf(percent: number | null, coloured: boolean): string {
  const tint = coloured && percent !== null && TINTS.find(({ from }) => Math.abs(percent) >= from)
  return tint ? `tint-${percent < 0 ? 'below' : 'above'}-${tint.name}` : ''
}
