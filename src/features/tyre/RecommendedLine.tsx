import { queryOptions, useQuery } from '@tanstack/react-query'
import { BELOW_CALLS } from '../../../contract/recommended/below-calls.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { isUnreachable } from '../../data/companion-calls.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { call } from '../../data/send-call.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay, formatMoment } from '../../ui/format-moment.ts'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'

const tyreBelowQuery = (key: string, date: string) =>
  queryOptions({
    queryKey: ['recommended', 'tyre', key, date],
    queryFn: ({ signal }) => call(BELOW_CALLS.tyre, { key, date }, signal),
  })

interface RecommendedLineProps {
  /** key of the tyre */
  tyre: string
  day: string
  settled: boolean
}

/** Recommended price of the tyre and who sells it below, where the server has a list (specification 26.10). */
export function RecommendedLine({ tyre, day, settled }: RecommendedLineProps) {
  const offered = useQuery(companionQuery).data?.offers.includes('rrp-values') === true
  const { data, error, refetch } = useQuery({
    ...tyreBelowQuery(tyre, day),
    enabled: offered && settled && tyre !== '',
  })
  // Without a network the card shows what it has saved.
  if (error && !data && !isUnreachable(error))
    return (
      <p className="tyre-rrp text-14 tabular-nums">
        РРЦ не загрузилась. <Button onClick={() => void refetch()}>Повторить</Button>
      </p>
    )
  if (!data || data.recommended === null) return null
  const { recommended, below } = data
  const price = (
    <>
      РРЦ <b>{formatCell(recommended, 'price')} ₽</b>
    </>
  )
  if (below.length === 0)
    return <p className="tyre-rrp text-14 tabular-nums">{price}: ниже никто не продаёт.</p>
  return (
    <details className="tyre-rrp text-14 tabular-nums">
      <summary>
        {price}: ниже {countText(below.length, PRICES)}, до {formatCell(-(below[0]?.percent ?? 0), 'percent')}{' '}
        %
      </summary>
      <ul aria-label="Кто продаёт ниже РРЦ">
        {below.map(({ site, own, city, price: lower, percent, since, earlier, imported_at: at }) => (
          <li key={`${site} ${city}`}>
            {site}
            {own && ' (наш)'}
            {city !== '' && `, ${city}`}: <b>{formatCell(lower, 'price')} ₽</b> (
            {formatCell(-percent, 'percent')} %)
            {since !== null && `, с ${formatDay(since)}${earlier ? ' или раньше' : ''}`}
            {at !== null && `, загружена ${formatMoment(at)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
