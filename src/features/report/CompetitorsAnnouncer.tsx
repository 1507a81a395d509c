import { useState } from 'react'
import type { Competitors } from '../../../contract/reports/competitors.ts'

/**
 * Announces a change of the compared competitors to screen readers (specification 17.11). Always mounted, because screen
 * readers ignore the initial text of a new live region.
 */
export function CompetitorsAnnouncer({ competitors }: { competitors: Competitors | null }) {
  const [announced, setAnnounced] = useState({ competitors, words: '' })
  if (announced.competitors !== competitors) {
    const words = competitors
      ? 'Цены конкурентов, которых нет в наличии, не считаются.'
      : 'Считаются цены всех конкурентов.'
    setAnnounced({ competitors, words })
  }
  return (
    <p className="visually-hidden" role="status">
      {announced.words}
    </p>
  )
}
