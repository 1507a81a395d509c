import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { closed, MessageAnswer } from '../../../contract/lib/schemas.ts'
import {
  DeliveryInput,
  OUTLET_PATHS,
  OutletAddressAnswer,
  OutletAnswer,
  OutletIdAnswer,
  OutletSettings,
  OutletsAnswer,
  PublicationPreview,
} from '../../../contract/outlets/outlet.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { MAX_INTEGER, NumericId } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { createAddress, revokeAddress } from './address.ts'
import type { ArrivalDeps } from './arrival.ts'
import { sendAgain } from './delivery/queue.ts'
import { type OutletDeliveryDeps, removeDelivery, setDelivery } from './delivery/settings.ts'
import { previewPublication, publishSet, restorePublication } from './publish.ts'
import { changeOutlet, createOutlet, removeOutlet } from './store.ts'
import { viewOutlet, viewOutlets } from './view.ts'

export interface OutletRoutes extends ArrivalDeps, OutletDeliveryDeps {
  guard: RequestGuard
  analystGuard: SessionGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
}

const security = [{ bearer: [] }]
const one = `${OUTLET_PATHS.outlets}/:id`
const RowId = Type.Integer({ minimum: 1, maximum: MAX_INTEGER })
const RequestKey = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: 'Тот же при повторе: цены публикуются один раз',
})

/** Routes of outlets and their publications, for analysts and administrators (specification 24.3 and 24.4). */
export const outletRoutes: FastifyPluginAsyncTypebox<OutletRoutes> = async (app, options) => {
  const { guard, analystGuard, proofGuard, ...deps } = options
  const { db } = deps
  app.addHook('onRequest', guard)
  app.addHook('onRequest', analystGuard)
  app.addHook('onSend', neverStored)
  requireExactBodies(app)
  const readLimit = perPerson(120)
  const changeLimit = perPerson(60)
  // A set may have megabytes, which a preview and a publication read.
  const publishLimit = perPerson(30)

  app.get(
    OUTLET_PATHS.outlets,
    {
      config: { rateLimit: readLimit },
      schema: { summary: 'Выгрузки', security, response: { 200: OutletsAnswer } },
    },
    async (request) => ({ outlets: await viewOutlets(deps, userOf(request)) }),
  )

  app.post(
    OUTLET_PATHS.outlets,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Добавить выгрузку',
        security,
        body: OutletSettings,
        response: { 200: OutletIdAnswer },
      },
    },
    async (request) => ({ id: await createOutlet(db, userOf(request), request.body) }),
  )

  app.get(
    one,
    {
      config: { rateLimit: readLimit },
      schema: {
        summary: 'Выгрузка, её публикации и кто её забирал',
        security,
        params: NumericId,
        response: { 200: OutletAnswer },
      },
    },
    async (request) => viewOutlet(deps, userOf(request), Number(request.params.id)),
  )

  app.post(
    one,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Изменить выгрузку',
        security,
        params: NumericId,
        body: OutletSettings,
        response: { 200: OutletIdAnswer },
      },
    },
    async (request) => {
      const id = Number(request.params.id)
      await changeOutlet(db, userOf(request), id, request.body)
      return { id }
    },
  )

  app.post(
    `${one}/remove`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Удалить выгрузку',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await removeOutlet(db, userOf(request), Number(request.params.id))
      return { message: 'Выгрузка удалена' }
    },
  )

  app.post(
    `${one}/address`,
    {
      onRequest: proofGuard,
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Создать адрес файла; прежний перестаёт действовать',
        security,
        params: NumericId,
        response: { 200: OutletAddressAnswer },
      },
    },
    async (request) => ({ path: await createAddress(db, userOf(request), Number(request.params.id)) }),
  )

  app.post(
    `${one}/address/remove`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Отозвать адрес файла',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await revokeAddress(db, userOf(request), Number(request.params.id))
      return { message: 'Адрес больше не действует' }
    },
  )

  app.post(
    `${one}/preview`,
    {
      config: { rateLimit: publishLimit },
      schema: {
        summary: 'Что уйдёт, если опубликовать набор',
        security,
        params: NumericId,
        body: Type.Object({ set: RowId, unchecked: Type.Boolean() }, closed),
        response: { 200: PublicationPreview },
      },
    },
    async (request) => previewPublication(deps, Number(request.params.id), request.body),
  )

  app.post(
    `${one}/publish`,
    {
      config: { rateLimit: publishLimit },
      schema: {
        summary: 'Опубликовать набор',
        security,
        params: NumericId,
        body: Type.Object({ key: RequestKey, set: RowId, unchecked: Type.Boolean() }, closed),
        response: { 200: OutletIdAnswer },
      },
    },
    async (request) => ({
      id: await publishSet(deps, userOf(request), Number(request.params.id), request.body),
    }),
  )

  app.post(
    `${one}/restore`,
    {
      config: { rateLimit: publishLimit },
      schema: {
        summary: 'Вернуть цены прежней публикации',
        security,
        params: NumericId,
        body: Type.Object({ key: RequestKey, publication: RowId }, closed),
        response: { 200: OutletIdAnswer },
      },
    },
    async (request) => ({
      id: await restorePublication(deps, userOf(request), Number(request.params.id), request.body),
    }),
  )

  app.post(
    `${one}/delivery`,
    {
      onRequest: proofGuard,
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Отправлять публикации на адрес',
        security,
        params: NumericId,
        body: DeliveryInput,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await setDelivery(deps, userOf(request), Number(request.params.id), request.body)
      return { message: 'Следующая публикация будет отправлена' }
    },
  )

  app.post(
    `${one}/delivery/remove`,
    {
      config: { rateLimit: changeLimit },
      schema: {
        summary: 'Больше не отправлять публикации',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      await removeDelivery(deps, userOf(request), Number(request.params.id))
      return { message: 'Публикации больше не отправляются' }
    },
  )

  app.post(
    `${one}/delivery/again`,
    {
      config: { rateLimit: publishLimit },
      schema: {
        summary: 'Отправить последнюю публикацию ещё раз',
        security,
        params: NumericId,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      if (!(await sendAgain(db, userOf(request), Number(request.params.id))))
        throw new Refusal(409, 'Отправлять нечего: последняя отправка идёт или удалась.')
      return { message: 'Отправляем' }
    },
  )
}
