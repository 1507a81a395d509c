import type { ComparedPrice } from '../../../../contract/reports/proposed-price.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { KIND_NAMES } from '../../market/texts.ts'
import type { PageMarket } from './row-markets.ts'

interface KindChoiceProps {
  page: PageMarket
  /** requested kind of price; the chosen city may have no prices of this kind */
  wished: ComparedPrice
  onChange(kind: ComparedPrice): void
}

/** Choice of retail or wholesale. Rendered if the page has both, or only the kind that was not requested. */
export function KindChoice({ page, wished, onChange }: KindChoiceProps) {
  if (page.kinds.length < 2 && page.kind === wished) return null
  return (
    <Choice<ComparedPrice>
      label="Вид цены"
      options={page.kinds.map((value) => ({ value, name: KIND_NAMES[value] }))}
      value={page.kind}
      onChange={onChange}
    />
  )
}
