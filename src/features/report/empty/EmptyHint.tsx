import { EmptyReason, type EmptyReasonProps } from './EmptyReason.tsx'
import { NearestDays } from './NearestDays.tsx'

/** Suggests what to do about a table without rows. @param props.asks whether its filters may be the reason */
export function EmptyHint({ asks, ...reason }: EmptyReasonProps & { asks: boolean }) {
  const { choice, onApply } = reason
  return (
    <>
      {asks && <EmptyReason {...reason} />}
      <NearestDays date={choice.date} onChoose={(date) => onApply({ ...choice, date })} />
    </>
  )
}
