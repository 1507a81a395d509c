import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../../contract/lib/schemas.ts'
import { linkPath } from '../../../../contract/notifications/channels.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isLoopback } from '../../../platform/trust-proxy.ts'
import { type RequestGuard, type SessionGuard, userOf } from '../../auth/http/guard.ts'
import type { Links } from './create-links.ts'
import type { Linking } from './link-channel.ts'
import { LINK_CHANNEL_NAMES } from './link-channels.ts'
import { linkPages } from './link-pages.ts'
import { linkedAddress, removeLink } from './links.ts'

export interface LinkRoutes {
  db: Db
  guard: RequestGuard
  /** refuses without a recent proof of the password */
  proofGuard: SessionGuard
  links: Links
}

/** Body of an error response; the app displays the `message` of a failed e-mail action (specification 3.7). */
const Failure = Type.Object({
  error: Type.String(),
  message: Type.String(),
  confirm: Type.Optional(Type.Boolean()),
})

const security = [{ bearer: [] }]
const failures = { '4xx': Failure, '5xx': Failure }
const limited = { rateLimit: { max: 20, timeWindow: '1 minute' } }

/**
 * Routes of each channel for linking, unlinking and the status of the link, and the pages that confirmation links open
 * (specification 3.15).
 */
export const linkRoutes: FastifyPluginAsyncTypebox<LinkRoutes> = async (app, options) => {
  await app.register(linkPages, options.links)
  await app.register(ownLinks, options)
}

const ownLinks: FastifyPluginAsyncTypebox<LinkRoutes> = async (app, options) => {
  const { db, guard, proofGuard, links } = options
  app.addHook('onRequest', guard)
  // These routes have no bodies; an empty body with a JSON content type must not cause an error.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    isFailure(payload) ? { ...payload, message: payload.error } : payload,
  )

  for (const name of LINK_CHANNEL_NAMES) {
    const linking: Linking = links.opened[name].linking
    const { title, status, begin, sent, unlinked, link } = linking
    const path = linkPath(name)
    const Status = Type.Object({
      message: typeof status.linked === 'boolean' ? Type.Boolean() : Type.String(),
    })

    app.get(
      path,
      { schema: { summary: `Привязан ли ${title}`, security, response: { 200: Status, ...failures } } },
      async (request) => {
        const address = await linkedAddress(db, userOf(request).id, name)
        return { message: address === undefined ? status.unlinked : status.linked }
      },
    )

    app.post(
      path,
      {
        onRequest: proofGuard,
        config: {
          ...limited,
          ...(sent && { audited: { event: 'message sent', details: () => sent } }),
        },
        schema: { summary: begin.summary, security, response: { 200: begin.answer, ...failures } },
      },
      (request) => link(userOf(request), () => originOf(request, links)).catch(logCause(request)),
    )

    app.delete(
      path,
      {
        onRequest: proofGuard,
        schema: {
          summary: `Отвязать ${title}`,
          security,
          response: { 200: MessageAnswer, ...failures },
        },
      },
      async (request) => {
        await db.transaction((sql) => removeLink(sql, userOf(request).id, name))
        return { message: unlinked }
      },
    )
  }
}

const logCause =
  (request: FastifyRequest) =>
  (error: unknown): never => {
    if (error instanceof Refusal && error.cause instanceof Error) request.log.warn(error.cause.message)
    throw error
  }

const isFailure = (payload: unknown): payload is { error: string } =>
  typeof payload === 'object' && payload !== null && 'error' in payload

/**
 * Returns the public origin of this server, for links in messages. The Host header is not used except on loopback,
 * because the client controls it.
 * @throws Refusal
 */
function originOf(request: FastifyRequest, { publicUrl }: Links): string {
  if (publicUrl !== undefined) return publicUrl
  if (isLoopback(request.hostname)) return `${request.protocol}://${request.host}`
  throw new Refusal(503, 'Не указан адрес сервера (PUBLIC_URL), обратитесь к администратору')
}
