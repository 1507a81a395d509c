import { Link } from 'react-router-dom'
import type { AccountFinding } from '../../../contract/sources/account.ts'
import { isAnswerable } from '../../../contract/sources/finding-keys.ts'
import type { Run } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import { FindingList } from './FindingList.tsx'
import { editSourcePath, type RemedyState } from './source-routes.ts'
import { KINDS } from './wizard/kinds/kind-modules.tsx'

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

interface RemedyOptions {
  source: string
  held: RemedyState['held']
  onFollow?(): void
}

/** Returns a function that renders a finding's remedy as a link to the wizard; false where no control answers it. */
export const remedyLink =
  ({ source, held, onFollow }: RemedyOptions) =>
  (finding: AccountFinding) =>
    isAnswerable(finding.key) && (
      <Link
        className="button button-quiet"
        to={editSourcePath(source)}
        state={{ finding, held } satisfies RemedyState}
        onClick={onFollow}
      >
        {finding.remedy}
      </Link>
    )
