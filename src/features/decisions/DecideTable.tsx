import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ownSiteRule } from '../../../contract/companion.ts'
import { companionQuery } from '../../data/companion-query.ts'
import type { ReadableStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import type { TableFeed } from '../report-choice/displayed-table.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { type Subject, subjectOfTable } from './subject.ts'

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
