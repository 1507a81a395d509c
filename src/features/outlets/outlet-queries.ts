import { queryOptions } from '@tanstack/react-query'
import type { OutletDelivery } from '../../../contract/outlets/outlet.ts'
import { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { call } from '../../data/send-call.ts'

const OUTLETS_KEY = ['outlets'] as const

/** Query filter that matches all queries about outlets. */
export const everyOutlet = { queryKey: OUTLETS_KEY }

export const outletsQuery = queryOptions({
  queryKey: [...OUTLETS_KEY, 'list'],
  queryFn: async ({ signal }) => (await call(OUTLET_CALLS.list, {}, signal)).outlets,
  // Shops fetch and own prices arrive without an action of the user.
  refetchOnWindowFocus: 'always',
})

/** Polling interval in ms while a publication is sent. */
const WATCH_INTERVAL = 2_000

const isBeingSent = (delivery: OutletDelivery | undefined): boolean =>
  delivery?.state === 'running' || (delivery?.state === 'waiting' && delivery.next_at === null)

/** Query for an outlet with its publications and requests. */
export const outletQuery = (id: number) =>
  queryOptions({
    queryKey: [...OUTLETS_KEY, 'one', id],
    queryFn: ({ signal }) => call(OUTLET_CALLS.one, { id }, signal),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isBeingSent(state.data?.deliveries[0]) ? WATCH_INTERVAL : false),
  })

/** Query for what would leave if a set were published. */
export const previewQuery = (id: number, set: number, unchecked: boolean) =>
  queryOptions({
    queryKey: ['outlet-preview', id, set, unchecked],
    queryFn: ({ signal }) => call(OUTLET_CALLS.preview, { id, set, unchecked }, signal),
    staleTime: 0,
    gcTime: 0,
  })
