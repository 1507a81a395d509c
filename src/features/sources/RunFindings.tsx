import type { AccountFinding } from '../../../contract/sources/account.ts'
import type { Run } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import { FindingList } from './FindingList.tsx'
import { remedyLink } from './RemedyLink.tsx'
import { KINDS } from './wizard/kinds/kind-modules.ts'

interface RunFindingsProps {
  run: Run
  kind: SourceKind
  findings: readonly AccountFinding[]
}

/** Findings of a run, each with a link to the wizard; a source of pages has no columns that would answer it. */
export function RunFindings({ run, kind, findings }: RunFindingsProps) {
  const held = run.state === 'held' ? { id: run.id, day: run.day } : null
  return (
    <FindingList
      findings={findings}
      renderRemedy={KINDS[kind].readsPages ? undefined : remedyLink({ source: run.source, held })}
    />
  )
}
