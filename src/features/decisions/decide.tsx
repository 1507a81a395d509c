import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ownSiteRule } from '../../../contract/companion.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import type { ReportRow } from '../../../contract/reports/report-row.ts'
import { companionQuery } from '../../data/companion-query.ts'
import type { ReadableStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import type { Market } from '../market/market.ts'
import type { TableFeed } from '../report-choice/displayed-table.ts'
import { proposedBy } from './bases.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { type Subject, subjectOfTable, subjectOfTyre } from './subject.ts'

export interface DecideTyreProps {
  market: Market
  /** selected city; null for all cities */
  city: string | null
  kind: ComparedPrice
  /** the tyre's row in the table beside the card */
  row?: ReportRow | undefined
}

/** Button that opens the dialog for deciding the price of one tyre that the own site sells. */
export function DecideTyre({ market, city, kind, row }: DecideTyreProps) {
  const [subject, setSubject] = useState<Subject | null>(null)
  // An open dialog stays mounted even if the card switches to a tyre that the own site does not sell.
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

/** Button that opens the dialog for deciding prices of the table's rows. */
export function DecideTable({ table }: { table: ReadableStore<TableFeed> }) {
  const ownHosts = useQuery(companionQuery).data?.ownHosts ?? null
  const [subject, setSubject] = useState<Subject | null>(null)
  const open = () => {
    const shown = table.get().table
    if (shown) setSubject(subjectOfTable(shown, ownSiteRule(ownHosts)))
  }
  return (
    <>
      <Button className="decide-button" data-palette="решения новые цены" onClick={open}>
        Решить цены
      </Button>
      {/* Rendered outside the toolbar, because the toolbar's styles must not apply to the dialog. */}
      {subject &&
        createPortal(<DecideDialog subject={subject} onClose={() => setSubject(null)} />, document.body)}
    </>
  )
}
