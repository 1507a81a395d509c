import { queryOptions } from '@tanstack/react-query'
import {
  type DeliveryInput,
  OUTLET_PATHS,
  OutletAddressAnswer,
  OutletAnswer,
  type OutletDelivery,
  OutletIdAnswer,
  type OutletSettings,
  OutletsAnswer,
  PublicationPreview,
} from '../../../contract/outlets/outlet.ts'
import { jsonBody, send } from '../../data/client.ts'
import { answerOf, changeOnCompanion, getFromCompanion, postToCompanion } from '../../data/companion-calls.ts'

/** Requests about outlets (specification 24.3). They throw errors of postToCompanion. */

const OUTLETS_KEY = ['outlets'] as const

/** Query filter that matches all queries about outlets. */
export const everyOutlet = { queryKey: OUTLETS_KEY }

const pathOf = (id: number, action?: string): string =>
  `${OUTLET_PATHS.outlets}/${id}${action === undefined ? '' : `/${action}`}`

/** Query for all outlets. */
export const outletsQuery = queryOptions({
  queryKey: [...OUTLETS_KEY, 'list'],
  queryFn: async ({ signal }) =>
    (await getFromCompanion(OutletsAnswer, OUTLET_PATHS.outlets, signal)).outlets,
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
    queryFn: ({ signal }) => getFromCompanion(OutletAnswer, pathOf(id), signal),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isBeingSent(state.data?.deliveries[0]) ? WATCH_INTERVAL : false),
  })

/**
 * Creates or changes an outlet.
 * @param id null to create an outlet
 * @returns the outlet's id
 */
export async function saveOutlet(id: number | null, settings: OutletSettings): Promise<number> {
  const path = id === null ? OUTLET_PATHS.outlets : pathOf(id)
  return (await postToCompanion(OutletIdAnswer, path, settings)).id
}

export const deleteOutlet = (id: number): Promise<void> => changeOnCompanion(pathOf(id, 'remove'))

/**
 * Creates an address of the feed. A former address becomes invalid.
 * @returns the URL, which the server sends only this once
 */
export async function makeAddress(id: number): Promise<string> {
  const { path } = await postToCompanion(OutletAddressAnswer, pathOf(id, 'address'))
  return `${window.location.origin}${path}`
}

export const deleteAddress = (id: number): Promise<void> => changeOnCompanion(pathOf(id, 'address/remove'))

/** Sets the address to which each publication is sent. */
export const saveDelivery = (id: number, delivery: DeliveryInput): Promise<void> =>
  changeOnCompanion(pathOf(id, 'delivery'), delivery)

export const deleteDelivery = (id: number): Promise<void> => changeOnCompanion(pathOf(id, 'delivery/remove'))

/** Sends the last publication again now. */
export const deliverAgain = (id: number): Promise<void> => changeOnCompanion(pathOf(id, 'delivery/again'))

/** Query for what would leave if a set were published. */
export const previewQuery = (id: number, set: number, unchecked: boolean) =>
  queryOptions({
    queryKey: ['outlet-preview', id, set, unchecked],
    queryFn: async ({ signal }) =>
      answerOf(
        PublicationPreview,
        await send(pathOf(id, 'preview'), { method: 'POST', ...jsonBody({ set, unchecked }), signal }),
      ),
    staleTime: 0,
    gcTime: 0,
  })

/** Request to publish a set. */
export interface PublishRequest {
  /** idempotency key: 32 hexadecimal digits, unchanged when the request is repeated */
  key: string
  set: number
  unchecked: boolean
}

export async function publishToOutlet(id: number, publication: PublishRequest): Promise<void> {
  await postToCompanion(OutletIdAnswer, pathOf(id, 'publish'), publication)
}

/** Publishes the prices of an earlier publication again. */
export async function publishAgain(id: number, request: { key: string; publication: number }): Promise<void> {
  await postToCompanion(OutletIdAnswer, pathOf(id, 'restore'), request)
}
