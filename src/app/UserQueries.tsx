import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFreshAnswers } from './useFreshAnswers.ts'

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // No automatic retry: a refusal would be repeated, and there is a button where retrying makes sense.
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
 * Query cache of the signed-in pages, keyed by user, so that the next user starts with an empty one. Mounted behind
 * the sign-in, so that the login screen does not load its code.
 */
export function UserQueries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient)
  useFreshAnswers(queries)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
