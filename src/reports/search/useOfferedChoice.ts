import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { companionQuery } from '../../api/companion-query.ts'
import { offeredChoice } from '../../report-choice/offered-choice.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'

/**
 * The choice as the server takes it.
 * @returns also whether that is known; it is not yet while the server is asked
 */
export function useOfferedChoice(choice: ReportChoice | null) {
  const asks =
    choice !== null && (choice.search + choice.compare !== '' || Object.keys(choice.sets).length > 0)
  const { data, isPending } = useQuery({ ...companionQuery, enabled: asks })
  const offered = useMemo(() => choice && offeredChoice(choice, data?.offers ?? []), [choice, data])
  if (!asks || isPending) return { choice, known: !asks }
  return { choice: offered, known: true }
}
