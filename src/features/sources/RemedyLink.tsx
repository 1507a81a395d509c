import { Link } from 'react-router-dom'
import type { AccountFinding } from '../../../contract/sources/account.ts'
import { isAnswerable } from '../../../contract/sources/finding-keys.ts'
import { editSourcePath, type RemedyState } from './source-routes.ts'

interface RemedyOptions {
  /** id of the source */
  source: string
  held: RemedyState['held']
  /** called when the link is followed */
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
