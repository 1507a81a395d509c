import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ACCOUNT_PATHS, PATHS } from '../../../../contract/paths.ts'
import { ErrorAnswer } from '../../../platform/http/schemas.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type RequestGuard, sessionOf, userOf } from '../../auth/http/guard.ts'
import type { Push } from './create-push.ts'
import { ENDPOINT_LENGTH } from './endpoint.ts'
import { isPublicKey } from './key-pair.ts'

export interface PushRoutes {
  guard: RequestGuard
  /** guard of the subscription request, which is authenticated by the token or the cookie */
  cookieGuard: RequestGuard
  /** undefined if the server has no keys */
  push: Push | undefined
  publicUrl: string | undefined
}

const Endpoint = Type.String({ minLength: 1, maxLength: ENDPOINT_LENGTH })

/** Result of PushSubscription.toJSON() (Push API, 'PushSubscriptionJSON'). */
const Subscription = Type.Object({
  endpoint: Endpoint,
  expirationTime: Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] })),
  keys: Type.Object({
    p256dh: Type.String({ pattern: '^[\\w-]{87}=?$' }),
    auth: Type.String({ pattern: '^[\\w-]{22}(?:==)?$' }),
  }),
})

const Subscribed = Type.Object({ message: Type.String(), public_key: Type.String() })

const TestAnswer = Type.Object({
  ok: Type.Boolean(),
  status: Type.Optional(Type.Integer()),
  test: Type.Optional(Type.String()),
  step: Type.Optional(Type.String({ description: 'subscription, key, server или push-service' })),
  message: Type.Optional(Type.String()),
})

const NOT_CONFIGURED = 'Push-уведомления на сервере не настроены'
const UNKNOWN = 'Сервер не знает этой подписки, её нужно оформить заново'

const limited = { rateLimit: { max: 20, timeWindow: '1 minute' } }
const security = [{ bearer: [] }]

/** Routes of a device's push subscription and its test (specification 9.1 and 9.7). */
export const pushRoutes: FastifyPluginAsyncTypebox<PushRoutes> = async (app, options) => {
  const { guard, cookieGuard, push, publicUrl } = options

  app.post(
    PATHS.pushSubscribe,
    {
      onRequest: cookieGuard,
      config: limited,
      schema: {
        summary: 'Подписать устройство на push-уведомления',
        security: [...security, {}],
        body: Subscription,
        response: { 200: Subscribed, 503: ErrorAnswer },
      },
    },
    async (request) => {
      if (!push) throw new Refusal(503, NOT_CONFIGURED)
      const { endpoint, keys } = request.body
      const [p256dh, auth] = [unpadded(keys.p256dh), unpadded(keys.auth)]
      if (!isPublicKey(p256dh)) throw new Refusal(400, 'Неверный запрос: keys/p256dh')
      const { id: sessionId, user } = sessionOf(request)
      await push.subscribe({
        userId: user.id,
        sessionId,
        endpoint,
        p256dh,
        auth,
        origin: originOf(request, publicUrl),
      })
      // The page may have been loaded before the key changed; it then subscribes again with this key.
      return { message: 'ok', public_key: push.publicKey }
    },
  )

  app.post(
    ACCOUNT_PATHS.pushTest,
    {
      onRequest: guard,
      config: { ...limited, audited: { event: 'message sent', details: () => 'push' } },
      schema: {
        summary: 'Проверить push на устройстве',
        security,
        body: Type.Object({ endpoint: Endpoint }),
        response: { 200: TestAnswer, 404: TestAnswer },
      },
    },
    async (request, reply) => {
      if (!push) return { ok: false, step: 'server', message: NOT_CONFIGURED }
      const tested = await push.test(userOf(request).id, request.body.endpoint)
      if (tested) return tested
      return reply.code(404).send({ ok: false, step: 'subscription', message: UNKNOWN })
    },
  )
}

const unpadded = (text: string): string => text.replace(/={1,2}$/, '')

/** Returns the origin of the app on the device, to which links in messages lead. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  const said = request.headers.origin
  if (publicUrl !== undefined) return publicUrl
  return said !== undefined && /^https?:\/\/[^/\s]{1,300}$/.test(said)
    ? said
    : `${request.protocol}://${request.host}`
}
