import { useState } from 'react'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { Button } from '../../ui/Button.tsx'
import type { Market } from '../market/market.ts'
import { proposedBy } from './bases.ts'
import DecideDialog from './DecideDialog.tsx'
import { type Subject, subjectOfTyre } from './subject.ts'

export interface DecideTyreProps {
  market: Market
  /** null for all of them */
  city: string | null
  kind: ComparedPrice
  /** what the table beside the card says of the tyre */
  row?: ReportRow | undefined
}

/** Opens the decision on one tyre's price; nothing where we do not sell it. */
export default function DecideTyre({ market, city, kind, row }: DecideTyreProps) {
  const [subject, setSubject] = useState<Subject | null>(null)
  // An open question stays, whatever the card shows.
  if (!subject && !market.places.some(({ own }) => own)) return null
  return (
    <>
      <Button onClick={() => setSubject(subjectOfTyre(market, city, kind, row && proposedBy(row, kind)))}>
        Решить цену
      </Button>
      {subject && <DecideDialog subject={subject} onClose={() => setSubject(null)} />}
    </>
  )
}
