import type { DailyCounts } from '../../../../contract/dashboard/today.ts'
import { Sparkline } from '../../market/spark/Sparkline.tsx'

/** Minimum number of known days: with fewer, the line would show nothing useful. */
const FEWEST = 5

/** Line of a number's last 30 days; nothing while hardly any day is known. */
export function DayLine({ counts }: { counts: DailyCounts | undefined }) {
  const known = counts?.filter((one) => one !== null).length ?? 0
  if (!counts || known < FEWEST) return null
  return (
    <p className="today-line">
      <span>30 дней</span> <Sparkline line={{ prices: counts, mixed: false }} />
    </p>
  )
}
