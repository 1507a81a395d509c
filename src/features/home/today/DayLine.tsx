import type { DailyCounts } from '../../../../contract/dashboard/today.ts'
import { Sparkline } from '../../market/spark/Sparkline.tsx'

/** Fewer days are a stroke that says nothing. */
const FEWEST = 5

/** A number's last 30 days; nothing while hardly any of them is known. */
export function DayLine({ counts }: { counts: DailyCounts | undefined }) {
  const known = counts?.filter((one) => one !== null).length ?? 0
  if (!counts || known < FEWEST) return null
  return (
    <p className="today-line">
      <span>30 дней</span> <Sparkline line={{ prices: counts, mixed: false }} />
    </p>
  )
}
