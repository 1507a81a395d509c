import type { FeedFetch, Outlet, OutletAnswer } from '../../../contract/outlets/outlet.ts'
import type { User } from '../auth/user.ts'
import { lastOwnImport, type OwnImport } from '../decisions/own-imports.ts'
import { type ArrivalDeps, arrivalOf } from './arrival.ts'
import { deliveriesOf } from './delivery/delivery-queue.ts'
import { fetchesOf, lastFetches } from './fetches.ts'
import { findOutlet, listOutlets, ownsOutlet, type StoredOutlet } from './outlet-store.ts'
import {
  currentPublications,
  publicationsOf,
  type StoredPublication,
  viewPublication,
} from './publications.ts'

interface OutletParts {
  current: StoredPublication | undefined
  last: OwnImport | undefined
  fetch: FeedFetch | undefined
}

/** Returns all outlets as the page gets them. */
export async function viewOutlets(deps: ArrivalDeps, user: User): Promise<Outlet[]> {
  const { db, isOwnSite } = deps
  const outlets = await listOutlets(db)
  const current = new Map((await currentPublications(db)).map((one) => [one.outlet_id, one]))
  const fetches = await lastFetches(db)
  const last = await lastOwnImport(db, isOwnSite)
  const viewed: Outlet[] = []
  for (const outlet of outlets) {
    const parts = { current: current.get(outlet.id), last, fetch: fetches.get(outlet.id) }
    viewed.push(await outletView(deps, user, outlet, parts))
  }
  return viewed
}

/** Returns an outlet with its publications and requests. @throws Refusal */
export async function viewOutlet(
  deps: ArrivalDeps & { sendMail: unknown },
  user: User,
  id: number,
): Promise<OutletAnswer> {
  const { db, isOwnSite } = deps
  const outlet = await findOutlet(db, id)
  const publications = await publicationsOf(db, id)
  const fetches = await fetchesOf(db, id)
  const current = publications.find((one) => one.id === outlet.publication_id)
  const last = await lastOwnImport(db, isOwnSite)
  return {
    outlet: await outletView(deps, user, outlet, { current, last, fetch: fetches[0] }),
    publications: publications.map((one) => viewPublication(one, current?.content ?? '')),
    fetches,
    deliveries: await deliveriesOf(db, id),
    can_mail: deps.sendMail !== undefined,
  }
}

async function outletView(
  deps: ArrivalDeps,
  user: User,
  outlet: StoredOutlet,
  { current, last, fetch }: OutletParts,
): Promise<Outlet> {
  const { id, settings, version, owner, has_address, delivery, changed_at, changed_by } = outlet
  return {
    id,
    settings,
    owner,
    own: ownsOutlet(outlet, user),
    has_address,
    changed_at: new Date(changed_at).toISOString(),
    changed_by,
    changed_since: current !== undefined && current.version !== version,
    current: current ? viewPublication(current, current.content) : null,
    arrival: current ? await arrivalOf(deps, current, last) : null,
    last_fetch: fetch ?? null,
    delivery,
  }
}
