import type { AccountFinding, ListAccount } from '../../../contract/sources/account.ts'
import { findingText } from '../../import/account-lines.ts'
import type { Run } from './runs.ts'
import type { Source } from './source.ts'

/** Maximum number of findings that a run stores. */
const MOST_FINDINGS = 20

type By = Pick<Run, 'accepted' | 'started_by'>

/** Returns the findings that a run stores, as JSON. */
export const storedFindings = ({ findings }: ListAccount): string =>
  JSON.stringify(findings.slice(0, MOST_FINDINGS))

const holding = ({ findings }: ListAccount): AccountFinding[] => findings.filter(({ holds }) => holds)

/** Returns the findings that hold a run, in words: whoever imports a file by hand has seen those of its trial. */
export const holdingTexts = (account: ListAccount, { started_by: startedBy }: By): string[] =>
  startedBy === 'upload' ? [] : holding(account).map(findingText)

/** Returns the keys of findings that are called right, with those that a person's import answers, as JSON. */
export function answeredBy({ answered }: Source, account: ListAccount, run: By): string {
  const isByPerson = run.accepted || run.started_by === 'upload'
  const right = isByPerson ? holding(account).map(({ key }) => key) : []
  return JSON.stringify([...new Set([...answered, ...right])])
}
