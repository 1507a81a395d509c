import type { FeedFetch, Outlet, OutletAnswer } from '../../../contract/outlets/outlet.ts'
import type { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { User } from '../auth/user.ts'
import { lastOwnImport, type OwnImport } from '../decisions/own-imports.ts'
import { type ArrivalDeps, arrivalOf } from './arrival.ts'
import { deliveriesOf, sendAgain } from './delivery/delivery-queue.ts'
import { type OutletDeliveryDeps, removeDelivery, setDelivery } from './delivery/delivery-settings.ts'
import { fetchesOf, lastFetches } from './fetches.ts'
import {
  changeOutlet,
  createAddress,
  createOutlet,
  findOutlet,
  listOutlets,
  ownsOutlet,
  removeOutlet,
  revokeAddress,
  type StoredOutlet,
} from './outlet-store.ts'
import {
  currentPublications,
  publicationsOf,
  type StoredPublication,
  viewPublication,
} from './publications.ts'
import { previewPublication, publishSet, restorePublication } from './publish.ts'

export const outletHandlers = (deps: ArrivalDeps & OutletDeliveryDeps): Handlers<typeof OUTLET_CALLS> => ({
  list: async ({ user }) => ({ outlets: await viewOutlets(deps, user) }),
  create: async ({ user, body }) => ({ id: await createOutlet(deps.db, user, body) }),
  one: ({ user, params }) => viewOutlet(deps, user, params.id),
  async change({ user, params: { id }, body }) {
    await changeOutlet(deps.db, user, id, body)
    return { id }
  },
  async remove({ user, params }) {
    await removeOutlet(deps.db, user, params.id)
    return 'Выгрузка удалена'
  },
  createAddress: async ({ user, params }) => ({ path: await createAddress(deps.db, user, params.id) }),
  async removeAddress({ user, params }) {
    await revokeAddress(deps.db, user, params.id)
    return 'Адрес больше не действует'
  },
  preview: ({ params, body }) => previewPublication(deps, params.id, body),
  publish: async ({ user, params, body }) => ({ id: await publishSet(deps, user, params.id, body) }),
  restore: async ({ user, params, body }) => ({ id: await restorePublication(deps, user, params.id, body) }),
  async setDelivery({ user, params, body }) {
    await setDelivery(deps, user, params.id, body)
    return 'Следующая публикация будет отправлена'
  },
  async removeDelivery({ user, params }) {
    await removeDelivery(deps, user, params.id)
    return 'Публикации больше не отправляются'
  },
  async deliverAgain({ user, params }) {
    if (!(await sendAgain(deps.db, user, params.id)))
      throw new Refusal(409, 'Отправлять нечего: последняя отправка идёт или удалась.')
    return 'Отправляем'
  },
})

interface OutletParts {
  current: StoredPublication | undefined
  last: OwnImport | undefined
  fetch: FeedFetch | undefined
}

async function viewOutlets(deps: ArrivalDeps, user: User): Promise<Outlet[]> {
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
async function viewOutlet(
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
