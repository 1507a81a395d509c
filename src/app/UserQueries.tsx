import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { reportAt } from '../../contract/reports/reports.ts'
import { goesFirst } from '../lib/when-idle.ts'
import { useSession } from '../session/useSession.ts'
import { prefetchReport } from './pages.ts'
import { useFreshAnswers } from './useFreshAnswers.ts'

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // No automatic retries: a refused request would be refused again, and messages have a retry button where it makes
      // sense.
      queries: {
        retry: false,
        networkMode: 'offlineFirst',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })
}

/**
 * Query cache of the signed-in pages. Each user has an own cache, so that no user sees another one's data. Mounted
 * outside the guard, because the first rows of a report are fetched during the session check.
 */
export function UserQueries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient)
  const { status } = useSession()
  const isFirstCheck = status === 'checking'
  useFreshAnswers(queries)
  useEffect(() => {
    if (isFirstCheck && reportAt(window.location.pathname))
      goesFirst(prefetchReport(queries, window.location))
  }, [queries, isFirstCheck])
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
