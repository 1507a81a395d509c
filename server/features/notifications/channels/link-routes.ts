import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MessageAnswer } from '../../../../contract/lib/schemas.ts'
import { SESSION_PATHS } from '../../../../contract/paths.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isLoopback } from '../../../platform/loopback.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type RequestGuard, type SessionGuard, userOf } from '../../auth/http/guard.ts'
import type { Links } from './create-links.ts'
import { LINK_PAGES, linkPages } from './link-pages.ts'
import { linkedAddress, removeLink } from './links.ts'
import { describeError } from './telegram/errors.ts'

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
const UrlAnswer = Type.Object({ url: Type.String() })
const MailStatus = Type.Object({ message: Type.Boolean() })
const MailBegun = Type.Object({ message: Type.Union([Type.Literal(true), Type.String()]) })

const security = [{ bearer: [] }]
const failures = { '4xx': Failure, '5xx': Failure }
const limited = { rateLimit: { max: 20, timeWindow: '1 minute' } }

/**
 * Routes for linking, unlinking and the status of links, and the pages that confirmation links open (specification
 * 3.15).
 */
export const linkRoutes: FastifyPluginAsyncTypebox<LinkRoutes> = async (app, options) => {
  await app.register(linkPages, options)
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

  app.get(
    SESSION_PATHS.verifyTelegram,
    { schema: { summary: 'Привязан ли Telegram', security, response: { 200: MessageAnswer, ...failures } } },
    async (request) => {
      const linked = await linkedAddress(db, userOf(request).id, 'telegram')
      return { message: linked === undefined ? 'unlinked' : 'linked' }
    },
  )

  app.post(
    SESSION_PATHS.verifyTelegram,
    {
      onRequest: proofGuard,
      config: limited,
      schema: {
        summary: 'Ссылка для привязки Telegram',
        security,
        response: { 200: UrlAnswer, ...failures },
      },
    },
    async (request) => {
      const pageUrl = (code: string) => `${originOf(request, links)}${LINK_PAGES.telegram}?code=${code}`
      const url = await links.telegram.begin(userOf(request).id, pageUrl).catch(logCause(request))
      return { url }
    },
  )

  app.delete(
    SESSION_PATHS.verifyTelegram,
    {
      onRequest: proofGuard,
      schema: { summary: 'Отвязать Telegram', security, response: { 200: MessageAnswer, ...failures } },
    },
    async (request) => {
      await db.transaction((sql) => removeLink(sql, userOf(request).id, 'telegram'))
      return { message: 'unlinked' }
    },
  )

  app.get(
    SESSION_PATHS.verifyMail,
    { schema: { summary: 'Привязан ли e-mail', security, response: { 200: MailStatus, ...failures } } },
    async (request) => ({ message: (await linkedAddress(db, userOf(request).id, 'mail')) !== undefined }),
  )

  app.post(
    SESSION_PATHS.verifyMail,
    {
      onRequest: proofGuard,
      config: { ...limited, audited: { event: 'message sent', details: () => 'ссылка для привязки e-mail' } },
      schema: { summary: 'Привязать e-mail', security, response: { 200: MailBegun, ...failures } },
    },
    async (request) => {
      const origin = originOf(request, links)
      const confirmUrl = (code: string) => `${origin}${LINK_PAGES.mail}?code=${code}`
      const message = await links.mail.begin(userOf(request), confirmUrl).catch(logCause(request))
      return { message }
    },
  )

  app.delete(
    SESSION_PATHS.verifyMail,
    {
      onRequest: proofGuard,
      schema: { summary: 'Отвязать e-mail', security, response: { 200: MessageAnswer, ...failures } },
    },
    async (request) => {
      await db.transaction((sql) => removeLink(sql, userOf(request).id, 'mail'))
      return { message: 'Email отвязан' }
    },
  )
}

/** Logs the cause of a refusal, such as an error of the mail server. */
const logCause =
  (request: FastifyRequest) =>
  (error: unknown): never => {
    if (error instanceof Refusal && error.cause !== undefined) request.log.warn(describeError(error.cause))
    throw error
  }

const isFailure = (payload: unknown): payload is { error: string } =>
  typeof payload === 'object' && payload !== null && 'error' in payload

/**
 * Returns the public origin of this server, for links in mails. The Host header is not used except on loopback, because
 * the client controls it.
 * @throws Refusal
 */
function originOf(request: FastifyRequest, { publicUrl }: Links): string {
  if (publicUrl !== undefined) return publicUrl
  if (isLoopback(request.hostname)) return `${request.protocol}://${request.host}`
  throw new Refusal(503, 'Не указан адрес сервера (PUBLIC_URL), обратитесь к администратору')
}
