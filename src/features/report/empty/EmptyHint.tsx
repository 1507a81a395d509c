import { EmptyReason, type EmptyReasonProps } from './EmptyReason.tsx'
import { NearestDays } from './NearestDays.tsx'

/**
 * Suggestions for a table without rows: filters to remove and the nearest days with prices.
 * @param props.asks whether the filters may be the reason
 */
export function EmptyHint({ asks, ...reason }: EmptyReasonProps & { asks: boolean }) {
  const { choice, onApply } = reason
  return (
    <>
      {asks && <EmptyReason {...reason} />}
      <NearestDays date={choice.date} onChoose={(date) => onApply({ ...choice, date })} />
    </>
  )
}
