import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFreshAnswers } from './useFreshAnswers.ts'

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // What the server refuses it refuses again, and the person has a button where trying again makes sense.
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
 * The answers that this user's pages hold. It lives behind the sign-in, keyed by the user: whoever comes next starts with
 * none, and the login screen does without its code.
 */
export function UserQueries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient)
  useFreshAnswers(queries)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
