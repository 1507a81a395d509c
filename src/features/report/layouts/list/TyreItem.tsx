import { memo } from 'react'
import { MOVE_MARKS } from '../../../../../contract/reports/moves.ts'
import type { Cell, ReportRow } from '../../../../../contract/reports/report-row.ts'
import type { Report } from '../../../../../contract/reports/reports.ts'
import { namedTyre, sizeBeside } from '../../../../../contract/tyre/tyre-text.ts'
import type { PlacePrice, PriceKind } from '../../../market/market.ts'
import { changeText, percent } from '../../../market/price-texts.ts'
import type { SiteInCity } from '../../../market/rank.ts'
import { OutOfStock } from '../PriceMarks.tsx'
import { inStock, type PageMarket, proposedIn, type RowPrices, stockOf, wholeRoubles } from '../row-prices.ts'
import {
  COMPETITORS_ON_CARD,
  displayedPrices,
  isNew,
  newText,
  noRivalsText,
  removedText,
} from './card-texts.ts'
import '../../../market/change.css'

interface TyreItemProps {
  report: Report
  page: PageMarket
  row: ReportRow
  prices: RowPrices
  /** whether the prices are those of all cities; each line then names its city */
  allCities: boolean
  /** index among the displayed rows */
  index: number
  onOpen(index: number): void
}

/** Card of a tyre with a name that opens it. Memoised, because the report renders again for each of its parts. */
export const TyreItem = memo(function TyreItem(props: TyreItemProps) {
  const { report, page, row, prices, allCities, index, onOpen } = props
  const { kind } = page
  const proposed = proposedIn(row, report, page)
  const sites = [...prices.bySite.values()]
  const rivals = sites.filter(({ own }) => !own)
  const own = sites.filter(({ own }) => own)
  const market = page.of(row)
  const moved = [
    newText(market, kind, allCities, displayedPrices(prices.bySite)),
    removedText(market, kind, allCities),
  ].filter(Boolean)
  return (
    <li className={row.highlighted ? 'tyre-item tyre-item-marked' : 'tyre-item'}>
      <button type="button" className="tyre-item-name" onClick={() => onOpen(index)}>
        {namedTyre(row.specs)}
      </button>
      <p className="tyre-item-size">{sizeBeside(row.specs)}</p>
      <p className="tyre-item-own">
        {prices.own === null ? 'У нас нет цены.' : <b>{wholeRoubles(prices.own)}</b>}{' '}
        {proposed !== null && <b className="tyre-item-new">→ {wholeRoubles(proposed)}</b>}{' '}
        {own[0] && <OwnChange place={own[0].best} kind={kind} />}{' '}
        {ownWords(own, prices, own[0] !== undefined && isNew(own[0].best, market))}
      </p>
      {rivals.length === 0 ? (
        <p className="tyre-item-rivals">{noRivalsText(page, row)}</p>
      ) : (
        <ol className="tyre-item-rivals" aria-label="Самые дешёвые у конкурентов">
          {rivals.slice(0, COMPETITORS_ON_CARD).map((rival) => (
            <li key={rival.site}>
              {inStock(rival) === false && <OutOfStock />}
              <b>{wholeRoubles(rival.best.prices[kind])}</b> {rival.site}
              {allCities && `, ${rival.best.city}`}
              {isNew(rival.best, market) && `, ${MOVE_MARKS.new}`} {changeText(rival.best, kind)?.seen}
            </li>
          ))}
        </ol>
      )}
      {moved.length > 0 && <p>{moved.join(' ')}</p>}
    </li>
  )
})

/** Own price change. The competitors' are plain text, because a page has a hundred cards (specification 17.4). */
function OwnChange({ place, kind }: { place: PlacePrice; kind: PriceKind }) {
  const words = changeText(place, kind)
  if (!words) return null
  return (
    <span role="img" aria-label={words.heard} className={`change change-${words.trend}`}>
      {words.seen}
    </span>
  )
}

/** Formats 'появилась · 4 шт. · 3-я из 9 · +4,2 %'. */
function ownWords(
  own: readonly SiteInCity[],
  { rank, sites, percent: distance }: RowPrices,
  appeared: boolean,
): string {
  const parts = [
    appeared ? MOVE_MARKS.new : '',
    stockWords(stockOf(own)),
    rank === null || sites < 2 ? '' : `${rank}-я из ${sites}`,
    distance === null ? '' : percent(distance),
  ]
  return parts.filter(Boolean).join(' · ')
}

const stockWords = (stock: Cell): string =>
  stock === null ? '' : stock === 0 ? 'нет в наличии' : typeof stock === 'number' ? `${stock} шт.` : stock
