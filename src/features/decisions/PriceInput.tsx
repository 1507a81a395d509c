import { type KeyboardEvent, useState } from 'react'
import { finiteNumber } from '../../../contract/legacy/values.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { roundToKopecks } from '../../../contract/reports/statistics.ts'

interface PriceInputProps {
  label: string
  /** price in roubles */
  price: number
  onPrice(price: number): void
  /** called when the typed text is not a price; the former price stays */
  onRefuse(typed: string): void
  /**
   * called on Enter and arrow keys to move to the price in the next or previous row; @returns false if there is none
   */
  onGo(step: 1 | -1): boolean
}

const HIGHEST = 100_000_000
const STEPS: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

const priceOf = (text: string): number | null => {
  const value = finiteNumber(text)
  const price = value === null ? 0 : roundToKopecks(value)
  return price > 0 && price <= HIGHEST ? price : null
}

/** Input for a price in roubles. Invalid text is reported and replaced by the former price. */
export function PriceInput({ label, price, onPrice, onRefuse, onGo }: PriceInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && priceOf(typed) === null
  const take = () => {
    const value = typed === null ? null : priceOf(typed)
    if (value !== null && value !== price) onPrice(value)
    if (typed !== null && value === null) onRefuse(typed)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (event.key === 'Escape') setTyped(null)
    if (step === undefined) return
    event.preventDefault()
    // Moving to another field applies the typed price on blur.
    if (!onGo(step)) take()
  }
  return (
    <input
      className="input decision-price"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? 'Цена — число больше нуля' : undefined}
      value={typed ?? formatCell(price, 'price')}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  )
}
