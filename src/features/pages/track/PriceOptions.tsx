import { useId, useState } from 'react'
import type { FoundPrice } from '../../../../contract/pages/tracked-page.ts'
import { FieldSet } from '../../../ui/Field.tsx'
import { FoundPriceOption } from './FoundPriceOption.tsx'

interface PriceOptionsProps {
  prices: readonly FoundPrice[]
  /** index of the selected price; null for none */
  chosen: number | null
  onChoose(at: number): void
}

/**
 * Radio buttons of the prices that were found on a page: those that the page states in its code, and below them those of
 * its texts, which are open at first only if they are needed.
 */
export function PriceOptions({ prices, chosen, onChoose }: PriceOptionsProps) {
  const group = useId()
  const indices = [...prices.keys()]
  const stated = indices.filter((at) => prices[at]?.mark === null)
  const texts = indices.filter((at) => prices[at]?.mark !== null)
  const [open] = useState(
    () => (chosen !== null && texts.includes(chosen)) || stated.every((at) => prices[at]?.price === null),
  )
  const option = (at: number) => (
    <FoundPriceOption
      key={at}
      found={prices[at] as FoundPrice}
      group={group}
      checked={at === chosen}
      onChoose={() => onChoose(at)}
    />
  )
  return (
    <FieldSet className="found-prices" label="Цены на странице">
      {stated.map(option)}
      {texts.length > 0 && (
        <details className="found-texts" open={open}>
          <summary>Цены в тексте страницы: {texts.length}</summary>
          <div className="found-prices">{texts.map(option)}</div>
        </details>
      )}
    </FieldSet>
  )
}
