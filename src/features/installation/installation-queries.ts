import { queryOptions } from '@tanstack/react-query'
import { INSTALLATION_CALLS } from '../../../contract/installation/installation-calls.ts'
import { call } from '../../data/send-call.ts'

export const statusQuery = queryOptions({
  queryKey: ['installation', 'status'],
  queryFn: ({ signal }) => call(INSTALLATION_CALLS.status, {}, signal),
  // The state changes without an action of the user.
  refetchOnWindowFocus: 'always',
})

export const setupStepsQuery = queryOptions({
  queryKey: ['installation', 'setup'],
  queryFn: ({ signal }) => call(INSTALLATION_CALLS.steps, {}, signal),
  // Prices and links appear on other pages.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
})
