import type { ComparedPrice } from '../../../../contract/reports/proposed-price.ts'
import { Choice } from '../../../ui/Choice.tsx'
import { KIND_NAMES } from '../../market/texts.ts'
import type { PageMarket } from './row-markets.ts'

interface KindChoiceProps {
  page: PageMarket
  /** the requested kind, which the chosen city may not have */
  wished: ComparedPrice
  onChange(kind: ComparedPrice): void
}

/** Choice of retail or wholesale, if the page has both or another kind than the requested one. */
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
