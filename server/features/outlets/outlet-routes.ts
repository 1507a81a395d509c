import type { OUTLET_CALLS } from '../../../contract/outlets/outlet-calls.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { ArrivalDeps } from './arrival.ts'
import { sendAgain } from './delivery/delivery-queue.ts'
import { type OutletDeliveryDeps, removeDelivery, setDelivery } from './delivery/delivery-settings.ts'
import { changeOutlet, createAddress, createOutlet, removeOutlet, revokeAddress } from './outlet-store.ts'
import { viewOutlet, viewOutlets } from './outlet-view.ts'
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
