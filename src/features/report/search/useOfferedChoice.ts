import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { companionQuery } from '../../../data/companion-query.ts'
import { offeredChoice } from '../../report-choice/offered-choice.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'

/**
 * The choice restricted to what the server accepts.
 * @returns also whether that is known; not yet while the server's offers load
 */
export function useOfferedChoice(choice: ReportChoice | null) {
  const asks =
    choice !== null && (choice.search + choice.compare !== '' || Object.keys(choice.sets).length > 0)
  const { data, isPending } = useQuery({ ...companionQuery, enabled: asks })
  const known = !asks || !isPending
  const taken = useMemo(
    () => (asks && known ? offeredChoice(choice, data?.offers ?? []) : choice),
    [asks, known, choice, data],
  )
  return { choice: taken, known }
}
