import { CircleCheck, CircleDashed, CirclePause, CircleX, Unlink } from 'lucide'
import {
  type FoundPrice,
  ORIGIN_TEXTS,
  type PageReadingAnswer,
  type PageState,
  type TrackedPage,
} from '../../../../contract/pages/tracked-page.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { formatMoment } from '../../../ui/format-moment.ts'
import { IconDrawing } from '../../../ui/Icon.tsx'
import { StateMark, type StateTone } from '../../../ui/StateMark.tsx'
import './track.css'

export const PAGE_STATE_WORDS: Readonly<Record<PageState, string>> = {
  held: 'ждёт решения',
  gone: 'нет на сайте',
  failed: 'не прочитана',
  new: 'ещё не прочитана',
  ok: 'цена взята',
}

/** Formats '7 340 ₽'; '—' for null. */
export const roublesText = (price: number | null): string =>
  price === null ? '—' : `${formatCell(price, 'price')}\u00a0₽`

/** Formats where on its page a price stands: 'JSON-LD, Product › offers › price'. */
export const standsText = ({ origin, place }: Pick<FoundPrice, 'origin' | 'place'>): string =>
  [ORIGIN_TEXTS[origin], place].filter(Boolean).join(', ')

/** Formats the stock: '12 шт.'; '' if unknown. */
const stockText = (stock: number | null): string =>
  stock === null ? '' : stock === 0 ? 'нет в наличии' : `${formatCell(stock, 'stock')}\u00a0шт.`

type Priced = Pick<FoundPrice, 'price' | 'list_price' | 'pieces' | 'stock'>

/** Formats what a page says about its price: 'без скидки 7 300 ₽ · на странице за 4 шт. · нет в наличии'. */
export function priceDetails({ price, list_price: list, pieces, stock }: Priced): string {
  const parts = [
    list !== null && list !== price ? `без скидки ${roublesText(list)}` : '',
    pieces > 1 ? `на странице за ${pieces}\u00a0шт.` : '',
    stockText(stock),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Formats since when a price is not in use: 'прежняя, за 20 ноя, 12:03'; '' for a price in use. */
export function formerText({ state, price, priced_at: at }: TrackedPage): string {
  if (state === 'ok' || price === null) return ''
  return at === null ? 'прежняя' : `прежняя, за ${formatMoment(at)}`
}

/**
 * Returns the index of the price that is selected at first: the proposed one. A page that was confirmed with a price at
 * another place retains this place, as far as a price without a doubt stands there; null if no price can be used.
 */
export function firstChoice(
  { prices, proposed }: Pick<PageReadingAnswer, 'prices' | 'proposed'>,
  page: Pick<TrackedPage, 'origin' | 'place'> | null,
): number | null {
  if (page === null) return proposed
  const isThere = ({ origin, place }: FoundPrice) => origin === page.origin && place === page.place
  const offered = proposed === null ? undefined : prices[proposed]
  if (offered && isThere(offered)) return proposed
  const there = prices.findIndex((found) => isThere(found) && found.price !== null && found.doubt === '')
  return there === -1 ? proposed : there
}

const STATES: Readonly<Record<PageState, { icon: typeof CircleCheck; tone?: StateTone }>> = {
  ok: { icon: CircleCheck, tone: 'good' },
  new: { icon: CircleDashed },
  held: { icon: CirclePause, tone: 'open' },
  failed: { icon: CircleX, tone: 'bad' },
  gone: { icon: Unlink, tone: 'bad' },
}

/** State of a tracked page as a sign, text and colour. */
export function PageStateMark({ state }: { state: PageState }) {
  const { icon, tone } = STATES[state]
  return (
    <StateMark tone={tone} className="nowrap">
      <IconDrawing of={icon} />
      {PAGE_STATE_WORDS[state]}
    </StateMark>
  )
}
