import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { AccountFinding } from '../../../../contract/sources/account.ts'
import type { StoredFile } from '../../../../contract/sources/guess.ts'
import { heldFileQuery, trialQuery } from '../source-queries.ts'
import { remedyIn } from '../source-routes.ts'
import type { WizardDraft } from './draft.ts'
import { inputOf } from './draft-rules.ts'
import { remedyTarget } from './remedy-target.ts'

interface RemedyOptions {
  draft: WizardDraft
  /** changes the draft without counting as a person's input */
  adjust(part: Partial<WizardDraft>): void
  /** inspects a file that the server has, for the prices of a day */
  openStored(load: () => Promise<StoredFile>, day: string): void
  /** called with the control that answers the finding */
  onTarget(target: string): void
}

/**
 * Opens the columns of the finding with which the wizard was opened (specification 12.14), with the file of its run if
 * that is held, and looks for the control that answers it once there is a file.
 * @returns the finding; null if the wizard was opened otherwise
 */
export function useRemedy({ draft, adjust, openStored, onTarget }: RemedyOptions): AccountFinding | null {
  const queries = useQueryClient()
  const remedy = remedyIn(useLocation().state)
  const { file } = draft
  const answered = useRef<AccountFinding | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change with each draft
  useEffect(() => {
    if (!remedy) return
    const { held } = remedy
    // The file of an unfinished draft is not the one that the finding is about.
    adjust({ step: 'columns', ...(held && { file: null }) })
    if (held) openStored(() => queries.fetchQuery(heldFileQuery(held.id)), held.day)
  }, [remedy])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is tried once, as the draft then is
  useEffect(() => {
    if (!remedy || !file || answered.current === remedy.finding) return
    const { finding } = remedy
    const { mapping, site, max_bad } = inputOf(draft)
    let isCurrent = true
    const find = async () => {
      const { account } = await queries.fetchQuery(
        trialQuery(file.file, { mapping, site, day: draft.day, max_bad }),
      )
      if (!isCurrent || !account) return
      answered.current = finding
      adjust({ containers: account.containers })
      const target = remedyTarget(finding, account)
      if (target !== null) onTarget(target)
    }
    // Without the account the person looks for the control; the last step displays why the trial fails.
    find().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [remedy, file])

  return remedy?.finding ?? null
}
