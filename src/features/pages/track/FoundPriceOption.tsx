import { useId } from 'react'
import type { FoundPrice } from '../../../../contract/pages/tracked-page.ts'
import { priceDetails, roublesText, standsText } from './page-text.ts'

interface FoundPriceOptionProps {
  found: FoundPrice
  /** name of the radio group */
  group: string
  checked: boolean
  onChoose(): void
}

/** Radio button of a price that was found on a page, with where it stands and what speaks against it. */
export function FoundPriceOption({ found, group, checked, onChoose }: FoundPriceOptionProps) {
  const id = useId()
  const { price, name, context, mark, problem, doubt } = found
  const details = priceDetails(found)
  const told = mark === null ? name : context
  const remarks = [problem !== '' && `${id}-problem`, doubt !== '' && `${id}-doubt`].filter(Boolean).join(' ')
  return (
    <div className="found-price rounded border" data-unusable={price === null || undefined}>
      <label className="found-price-choice">
        <input
          type="radio"
          name={group}
          checked={checked}
          disabled={price === null}
          aria-describedby={remarks || undefined}
          onChange={onChoose}
        />
        <span className="found-price-words">
          <span className="found-price-value">{roublesText(price)}</span>{' '}
          {details !== '' && <span className="text-13 tabular-nums">{details}</span>}{' '}
          {/* All prices of the texts have the page's heading for their name. */}
          {told !== '' && <span className="found-price-name text-14 text-plain">{told}</span>}{' '}
          <span className="found-price-place text-13 tabular-nums">
            {mark !== null && (
              <>
                <span className="found-price-mark">№ {mark}</span>{' '}
              </>
            )}
            {standsText(found)}
          </span>
        </span>
      </label>
      {problem !== '' && (
        <p id={`${id}-problem`} className="found-price-problem">
          {problem}
        </p>
      )}
      {doubt !== '' && (
        <p id={`${id}-doubt`} className="found-price-doubt">
          {doubt}
        </p>
      )}
    </div>
  )
}
