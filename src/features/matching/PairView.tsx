import type { CSSProperties, RefObject } from 'react'
import { Link } from 'react-router-dom'
import type { MatchReason, QueuePair } from '../../../contract/matching/match-queue.ts'
import type { ListingAnswer } from '../../../contract/matching/matching.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import {
  comparedListing,
  conflictText,
  currentTexts,
  knownText,
  likenessText,
  type PriceGap,
  priceGap,
  reasonText,
  rouble,
  stockText,
  TAKEN_TEXT,
} from './texts.ts'
import { type FormerPair, usePairPlace } from './usePairPlace.ts'
import { useSwipe } from './useSwipe.ts'
import { compareNames, MarkedName, type NamePart } from './word-diff.tsx'

interface PairViewProps {
  pair: QueuePair
  /** whether the tyre has another listing of the site */
  taken: boolean
  /** pair that this one replaces; set when it is removed */
  former: RefObject<FormerPair | null>
  onSwipe(towards: 'left' | 'right'): void
}

/** Pair of a listing and a tyre, with what speaks for and against it (specification 21.10). */
export function PairView({ pair, taken, former, onSwipe }: PairViewProps) {
  const place = usePairPlace(former)
  const { offset, towards, handlers } = useSwipe(onSwipe)
  const { listing, tyre } = pair
  const other = comparedListing(pair)
  const brands = [listing.brand, tyre.brand, other?.brand ?? '']
  const [listingName, tyreName] = compareNames(listing.name, other?.name ?? tyre.name, brands)
  const others = tyre.listings.filter((one) => one !== other)
  return (
    <article
      ref={place}
      className="pair panel"
      tabIndex={-1}
      aria-label="Пара на решение"
      data-swipe={towards}
      style={offset === 0 ? undefined : ({ '--swipe': `${offset}px` } as CSSProperties)}
      {...handlers}
    >
      <header className="pair-head flex flex-wrap items-center gap-4-16 text-14">
        <strong>{tyre.brand}</strong>
        <span className="inline-flex items-center gap-8 text-muted tabular-nums">
          <meter className="pair-bar" min={0} max={1} value={pair.probability} aria-hidden />
          {likenessText(pair.probability)}
        </span>
        <Link to={cardOf(tyre.key)} className="link ml-auto">
          Карточка шины
        </Link>
      </header>
      <Warnings pair={pair} taken={taken} />
      <div className="pair-sides grid gap-16">
        <PairSide title="Предложение" listing={listing} name={listingName} other={other} />
        <PairGap gap={priceGap(listing.price, other?.price ?? null)} />
        <PairSide title="Шина" listing={other} name={tyreName} other={listing} article={tyre.article} />
      </div>
      <ReasonList reasons={pair.reasons} />
      {others.length > 0 && <OtherNames listings={others} />}
      <div className="pair-swipe grid items-start" aria-hidden>
        <span>{towards === 'right' ? 'Та же шина' : 'Другая шина'}</span>
      </div>
    </article>
  )
}

const cardOf = (tyre: string): string => cardPath(tyre, { date: null, city: null, why: null })

/** Reasons to look twice before a decision; announcement() has the same ones. */
function Warnings({ pair, taken }: Pick<PairViewProps, 'pair' | 'taken'>) {
  const { current } = pair
  const conflict = conflictText(pair)
  if (conflict === '' && !taken && !current) return null
  const [before, after] = current ? currentTexts(current) : []
  return (
    <ul className="pair-warnings">
      {conflict !== '' && <li>{conflict}</li>}
      {taken && <li>{TAKEN_TEXT}</li>}
      {current && (
        <li>
          {before}
          <Link to={cardOf(current.key)}>{current.name}</Link>
          {after}
        </li>
      )}
    </ul>
  )
}

interface PairSideProps {
  title: string
  /** null for a tyre without listings */
  listing: ListingAnswer | null
  name: readonly NamePart[]
  other: ListingAnswer | null
  /** article of the tyre itself */
  article?: string
}

function PairSide({ title, listing, name, other, article = '' }: PairSideProps) {
  const codes = [
    ['Артикул', listing?.article || article, other?.article],
    ['Код', listing?.code ?? '', null],
    ['EAN', listing?.gtin ?? '', other?.gtin],
  ] as const
  return (
    <section className="pair-side grid content-start gap-6 min-w-0" aria-label={title} translate="no">
      <p className="flex items-center gap-8 text-14 text-muted">
        {listing?.site ?? title}
        {listing?.own && <span className="state-chip">наш сайт</span>}
      </p>
      <p className="pair-price">
        {listing === null || listing.price === null ? 'нет цены' : rouble(listing.price)}
      </p>
      <p className="pair-name text-17 wrap-anywhere">
        <MarkedName parts={name} />
      </p>
      <dl className="pair-facts">
        {listing && <Fact name="Остаток" value={stockText(listing.stock)} />}
        {listing && <Fact name="Известно" value={knownText(listing)} />}
        {codes
          .filter(([, value]) => value !== '')
          .map(([code, value, same]) => (
            <Fact key={code} name={code} value={value} isEqual={value === same} />
          ))}
      </dl>
    </section>
  )
}

function Fact({ name, value, isEqual = false }: { name: string; value: string; isEqual?: boolean }) {
  return (
    <div data-equal={isEqual || undefined}>
      <dt>{name}</dt>
      <dd>
        {value}
        {isEqual && <span className="text-success"> ✓ тот же</span>}
      </dd>
    </div>
  )
}

function PairGap({ gap }: { gap: PriceGap | null }) {
  return (
    <p className="pair-gap grid content-start text-13 text-muted" data-size={gap?.size}>
      {gap === null ? (
        <span className="visually-hidden">Цены не сравнить</span>
      ) : (
        <>
          <strong>{gap.percent}</strong> <span>{gap.words}</span>
        </>
      )}
    </p>
  )
}

const MARKS = { for: '✓', against: '✕', missing: '?' } as const
const ORDER = ['against', 'missing', 'for'] as const

function ReasonList({ reasons }: { reasons: readonly MatchReason[] }) {
  const sorted = ORDER.flatMap((speaks) => reasons.filter((reason) => reason.speaks === speaks))
  return (
    <ul className="pair-reasons" aria-label="Что за и что против">
      {sorted.map((reason) => (
        <li key={`${reason.kind} ${reason.listing}`} data-speaks={reason.speaks}>
          <span aria-hidden>{MARKS[reason.speaks]}</span>
          {reasonText(reason)}
        </li>
      ))}
    </ul>
  )
}

function OtherNames({ listings }: { listings: readonly ListingAnswer[] }) {
  return (
    <section className="pair-others grid gap-4 text-13 border-t" aria-labelledby="pair-others">
      <h3 id="pair-others">Эта шина на других сайтах</h3>
      <ul>
        {listings.map(({ id, site, own, name, price }) => (
          <li key={id}>
            <span className="text-muted wrap-anywhere">
              {site}
              {own && <span className="state-chip">наш</span>}
            </span>
            <span>{name}</span>
            <span className="nowrap tabular-nums">{price === null ? '' : rouble(price)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
