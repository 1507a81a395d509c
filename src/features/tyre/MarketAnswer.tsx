import './price-line.css'
import type { CSSProperties } from 'react'
import type { Figure } from '../../../contract/reports/columns.ts'
import { besideMedian, money } from '../market/price-texts.ts'
import type { MarketRank } from '../market/rank.ts'
import type { LineLabel, LineMark, PriceLine } from './price-line.ts'

interface MarketAnswerProps {
  standing: MarketRank
  line: PriceLine | null
  /** whether sold-out prices of competitors count */
  withSoldOut: boolean
  /** opens the explanation of a figure; undefined for costs, which are not compared and have no explanation */
  onWhy?: ((figure: Figure) => void) | undefined
}

/** The own price with its rank and deviation, as a sentence and as a picture (specification 15.2). */
export function MarketAnswer({ standing, line, withSoldOut, onWhy }: MarketAnswerProps) {
  const { statistics, own, rank, sites, median, percent } = standing
  if (!statistics) return null
  // A report may leave these prices out (specification 17.11), and would state another rank and median.
  const counted = withSoldOut ? ' — с ценами без наличия' : ''
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className={rank === null || sites === 1 ? 'tyre-answer-text' : 'tyre-answer-text tyre-answer-long'}>
        {own !== null && (
          <>
            <span className="tyre-answer-price">
              {percent === null || !onWhy ? (
                money(own)
              ) : (
                <button
                  type="button"
                  className="tyre-why-button"
                  aria-label={`Наша цена ${money(own)}`}
                  title="Почему?"
                  onClick={() => onWhy('deviation')}
                >
                  {money(own)}
                </button>
              )}{' '}
              ₽
            </span>{' '}
          </>
        )}
        <span>
          {rank === null
            ? `Нашей цены нет${median === null ? '' : `, медиана конкурентов ${money(median)}${counted}`}.`
            : sites === 1
              ? 'Других цен нет.'
              : `Наша цена ${rank}-я из ${sites}${percent === null || median === null ? '' : `, ${besideMedian(percent, median)}`}${counted}.`}
        </span>
      </p>
      {line && <PriceLinePicture line={line} />}
    </div>
  )
}

/** Line of all sites' prices (specification 15.2); one image for screen readers, which read the table. */
function PriceLinePicture({ line: { marks, labels, median, text } }: { line: PriceLine }) {
  const ofLanes = (...lanes: LineLabel['lane'][]) => labels.filter(({ lane }) => lanes.includes(lane))
  return (
    <div className="price-line" role="img" aria-label={text}>
      <Lane labels={ofLanes('own')} />
      <div className="price-line-track">
        {median !== null && <span className="price-line-median" style={placed(median)} />}
        {marks.map((mark) => (
          <span
            key={mark.price}
            className={markClass(mark)}
            style={{ ...placed(mark.at), '--sites': Math.min(mark.sites, MAX_SITES) } as CSSProperties}
            title={mark.title}
          />
        ))}
        {ofLanes('own').map(({ at }) => (
          <span key={at} className="price-line-own" style={placed(at)} />
        ))}
      </div>
      <Lane labels={ofLanes('median', 'all')} />
      <Lane labels={ofLanes('low', 'high')} />
    </div>
  )
}

/** Number of sites with one price from which its mark does not grow any more. */
const MAX_SITES = 5

function Lane({ labels }: { labels: readonly LineLabel[] }) {
  if (labels.length === 0) return null
  return (
    <div className="price-line-lane">
      {labels.map(({ lane, at, price, words }) => (
        <span
          key={lane}
          className={`price-line-label price-line-${lane}-label`}
          style={placed(at)}
          title={words}
        >
          {lane !== 'low' && <span>{words}</span>}
          <b>{money(price)}</b>
          {lane === 'low' && <span>{words}</span>}
        </span>
      ))}
    </div>
  )
}

const placed = (at: number) => ({ '--at': at }) as CSSProperties

const markClass = ({ own, sites }: LineMark): string =>
  ['price-line-mark', own && 'price-line-mark-own', sites === 0 && 'price-line-mark-small']
    .filter(Boolean)
    .join(' ')
