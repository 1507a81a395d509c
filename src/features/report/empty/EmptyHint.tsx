import { EmptyReason, type EmptyReasonProps } from './EmptyReason.tsx'
import { NearestChoices } from './NearestChoices.tsx'

/**
 * Suggestions for a table without rows: filters to remove, and the nearest days and cities with rows.
 * @param props.asks whether the filters may be the reason
 */
export function EmptyHint({ asks, ...reason }: EmptyReasonProps & { asks: boolean }) {
  const { choice, onApply } = reason
  return (
    <>
      {asks && <EmptyReason {...reason} />}
      <NearestChoices report={reason.report} choice={choice} onApply={onApply} />
    </>
  )
}
