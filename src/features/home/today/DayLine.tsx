import type { DailyCounts } from '../../../../contract/dashboard/today.ts'
import { Sparkline } from '../../market/spark/Sparkline.tsx'

/** Minimum number of days with a known value; a line through fewer points would be meaningless. */
const FEWEST = 5

/** Sparkline of a number over the last 30 days. Renders nothing if too few days are known. */
export function DayLine({ counts }: { counts: DailyCounts | undefined }) {
  const known = counts?.filter((one) => one !== null).length ?? 0
  if (!counts || known < FEWEST) return null
  return (
    <p className="today-line">
      <span>30 дней</span> <Sparkline line={{ prices: counts, mixed: false }} />
    </p>
  )
}
