import type { Figure } from '../../../contract/reports/columns.ts'
import type { MarketRank } from '../market/rank.ts'
import { besideMedian, money } from '../market/texts.ts'
import { PriceLinePicture } from './PriceLinePicture.tsx'
import type { PriceLine } from './price-line.ts'

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
    <div className="tyre-answer">
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
