import { useId, useState } from 'react'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import { formatDay } from '../../ui/format-moment.ts'
import { Icon } from '../../ui/Icon.tsx'
import { countText } from '../../ui/plural.ts'
import { Change } from '../market/Change.tsx'
import type { Market, PlacePrice, PriceKind } from '../market/market.ts'
import { money } from '../market/price-texts.ts'
import { type Mark, type SiteInCity, sitesIn } from '../market/rank.ts'

interface CityListProps {
  market: Market
  kind: PriceKind
  city: string
}

/** Table of a city's sites, own ones first, with price, change, its day and stock; rows expand to warehouses. */
export function CityPriceTable({ market, kind, city }: CityListProps) {
  return (
    <table className="tyre-list" translate="no">
      <caption className="visually-hidden">Цены в городе {city}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Сайт</th>
          <th scope="col">Остаток</th>
          <th scope="col">Цена</th>
        </tr>
      </thead>
      {sitesIn(market, kind, city).map((site) => (
        <SiteRows key={site.site} site={site} kind={kind} />
      ))}
    </table>
  )
}

const isUnfoldable = ({ places }: SiteInCity): boolean => places.length > 1 || places[0]?.warehouse !== ''

function SiteRows({ site, kind }: { site: SiteInCity; kind: PriceKind }) {
  const { site: name, own, best, places, mark, marks } = site
  const [open, setOpen] = useState(false)
  const id = useId()
  const unfolds = isUnfoldable(site)
  return (
    <tbody className={own ? 'tyre-own' : undefined}>
      <tr>
        <th scope="row" className="tyre-list-cell">
          {unfolds ? (
            <button
              type="button"
              className="tyre-unfold grid justify-items-start cursor-pointer"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="tyre-warehouses inline-flex items-center gap-2 text-12 text-muted">
                {countText(places.length, ['склад', 'склада', 'складов'])}
                <Icon name="chevron" />
              </span>
            </button>
          ) : (
            <span className="font-semibold wrap-anywhere">{name}</span>
          )}
          {own && <span className="block text-12 text-accent">наш сайт</span>}
        </th>
        <td className="tyre-list-cell tyre-list-number nowrap tabular-nums text-muted">
          <Stock stock={stockOf(places)} />
        </td>
        <PriceCell place={best} kind={kind} mark={mark} />
      </tr>
      {unfolds &&
        open &&
        places.map((place, index) => (
          <tr key={place.warehouse} id={index === 0 ? id : undefined} className="tyre-warehouse">
            <th scope="row" className="tyre-list-cell tyre-list-name">
              {place.warehouse === '' ? 'вне складов' : place.warehouse}
            </th>
            <td className="tyre-list-cell tyre-list-number nowrap tabular-nums text-muted">
              <Stock stock={place.stock} />
            </td>
            <PriceCell place={place} kind={kind} mark={marks.get(place) ?? null} />
          </tr>
        ))}
    </tbody>
  )
}

function PriceCell({ place, kind, mark }: { place: PlacePrice; kind: PriceKind; mark: SiteInCity['mark'] }) {
  return (
    <td className="tyre-list-cell tyre-list-number nowrap tabular-nums">
      <span className="tyre-price-line flex items-baseline gap-6">
        <MarkBadge mark={mark} />
        <span className="tyre-price text-15 font-semibold">{money(place.prices[kind])}</span>
      </span>
      <span className="tyre-price-line flex items-baseline gap-6 text-12 text-muted">
        <Change place={place} kind={kind} />
        <Since place={place} kind={kind} />
      </span>
    </td>
  )
}

/** Returns the total stock of the warehouses; a stock given as text is returned only for a single warehouse. */
function stockOf(places: readonly PlacePrice[]): Cell {
  if (places.length === 1) return places[0]?.stock ?? null
  const counts = places.map(({ stock }) => stock).filter((stock) => typeof stock === 'number')
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

function Stock({ stock }: { stock: Cell }) {
  if (stock === 0) return <SoldOut />
  return typeof stock === 'number' ? `${formatCell(stock, 'stock')} шт.` : stock
}

export const MARKS = {
  lowest: { sign: '▾', short: 'мин', name: 'самая низкая в городе' },
  highest: { sign: '▴', short: 'макс', name: 'самая высокая в городе' },
} as const

/** Badge that marks a city's lowest or highest price by a sign and text in addition to colour. */
function MarkBadge({ mark }: { mark: Mark }) {
  if (mark === null) return null
  const { sign, short, name } = MARKS[mark]
  return (
    <span className={`tyre-mark tyre-mark-${mark}`} title={name}>
      <span aria-hidden="true">
        {sign} {short}
      </span>
      <span className="visually-hidden">{name}</span>
    </span>
  )
}

/** Day since which the price has been the same: 'с 12 окт'. */
function Since({ place, kind }: { place: PlacePrice; kind: PriceKind }) {
  const since = place.since[kind]
  if (since === null) return null
  return (
    <span className="tyre-since">
      с <time dateTime={since}>{formatDay(since)}</time>
    </span>
  )
}

const WORDS = 'нет в наличии'

/** Mark of an offer without stock, as in the layouts of a report. */
const SoldOut = () => (
  <>
    <span aria-hidden="true">○</span> {WORDS}
  </>
)

/** The mark alone, for cells without room for text. */
export const SoldOutSign = () => (
  <span role="img" className="text-muted" aria-label={WORDS} title={WORDS}>
    ○
  </span>
)
