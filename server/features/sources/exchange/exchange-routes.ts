import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SourceId } from '../../../../contract/sources/source-calls.ts'
import { sourceExchangePath } from '../../../../contract/sources/source-paths.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { wordsOfError } from '../../../platform/http/errors.ts'
import { neverStored } from '../../../platform/http/security.ts'
import { drainBody } from '../../../platform/http/slow-requests.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Sources } from '../create-sources.ts'
import { tooLarge } from '../files.ts'
import { KINDS } from '../kinds/source-kinds.ts'
import { findSource } from '../store.ts'
import {
  bodyOf,
  drainBodyOnFailure,
  PUSHED_BYTES_PER_MINUTE,
  takeBodiesAsStreams,
  UploadSlots,
} from '../streamed-bodies.ts'
import { matchesSourceToken } from '../tokens.ts'
import { DocumentExchange, type ExchangeCall } from './document-exchange.ts'

/** Cookie that 1C gets from `checkauth` and sends with its later calls. */
const EXCHANGE_COOKIE = 'exchange'
/** Longest duration of an exchange in ms whose calls have the cookie alone. */
const SESSION_MS = 6 * 60 * 60_000

const WRONG_KEY = 'Ключ источника неверен: его ставят в 1С как пароль'

/** Signs and checks the cookies of exchanges. A cookie is for one source and only until its token is replaced. */
class ExchangeSessions {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Returns the value of the cookie for an exchange that begins now. */
  async issue(sql: Sql, sourceId: string, exchange: string): Promise<string> {
    const { tokenHash } = await findSource(sql, sourceId)
    const until = String(Date.now() + SESSION_MS)
    return [exchange, until, this.#tag(sourceId, exchange, until, tokenHash)].join('.')
  }

  /**
   * Checks that a call comes from the source's own 1C: by the token as the password of HTTP Basic, or by the cookie.
   * @returns id of the exchange in the cookie; undefined if 1C sends the password alone
   * @throws Refusal 401 for a wrong key, 403 for a source that accepts no exchange
   */
  async authenticate(sql: Sql, request: FastifyRequest): Promise<string | undefined> {
    const { id } = request.params as { id: string }
    const password = basicPassword(request)
    if (password !== undefined && !(await matchesSourceToken(sql, id, password)))
      throw new Refusal(401, WRONG_KEY)
    const exchange = await this.#exchangeOf(sql, id, request.cookies[EXCHANGE_COOKIE] ?? '')
    if (password === undefined && exchange === undefined) throw new Refusal(401, WRONG_KEY)
    const { enabled, kind } = await findSource(sql, id)
    if (!enabled) throw new Refusal(403, 'Источник выключен')
    if (KINDS[kind].fetch) throw new Refusal(403, 'Этот источник берёт цены с адреса, а не из 1С')
    return exchange
  }

  async #exchangeOf(sql: Sql, sourceId: string, cookie: string): Promise<string | undefined> {
    const [exchange = '', until = '', tag = '', ...more] = cookie.split('.')
    const row = await sql.get<{ token_hash: string }>`SELECT token_hash FROM sources WHERE id = ${sourceId}`
    if (!row?.token_hash || more.length > 0) return undefined
    const expected = Buffer.from(this.#tag(sourceId, exchange, until, row.token_hash))
    const given = Buffer.from(tag)
    const isOurs = expected.length === given.length && timingSafeEqual(expected, given)
    return isOurs && Number(until) > Date.now() ? exchange : undefined
  }

  #tag(...parts: string[]): string {
    return createHmac('sha256', this.#secret)
      .update(`1c exchange ${JSON.stringify(parts)}`)
      .digest('base64url')
  }
}

/** Returns the password of the Authorization header; the user's name does not matter. */
function basicPassword({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString()
  return decoded.slice(decoded.indexOf(':') + 1)
}

interface ExchangeRoutes {
  db: Db
  sources: Sources
}

/** Maximum number of calls per minute and address: 1C sends each picture with one. */
const CALLS_PER_MINUTE = 1_200
/** Size in MiB of the pieces in which 1C is told to send a document. */
const PIECE_MEGABYTES = 10
const MAX_NAME_LENGTH = 300

/** Answer to requests for orders, of which there are none. */
const NO_ORDERS =
  '<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация ВерсияСхемы="2.08"></КоммерческаяИнформация>'

const Query = Type.Object({
  type: Type.String({ maxLength: 30 }),
  mode: Type.String({ maxLength: 30 }),
  filename: Type.Optional(Type.String({ maxLength: MAX_NAME_LENGTH })),
})
interface Query {
  type: string
  mode: string
  filename?: string
}

/** Answer to a call of a mode. */
type Answer = (call: ExchangeCall, request: FastifyRequest, reply: FastifyReply) => Promise<string>

/**
 * Route at which 1C exchanges with a source by its own protocol, as with a shop on the web (specification 13.17).
 * Answers are plain text; a refusal is 'failure' with its reason in words, which 1C displays.
 */
export const exchangeRoutes: FastifyPluginAsyncTypebox<ExchangeRoutes> = async (app, { db, sources }) => {
  const { files, runner, settings } = sources
  const { uploadMegabytes: megabytes, uploadSeconds: seconds } = settings.config
  const sessions = new ExchangeSessions(settings.authSecret)
  const documents = new DocumentExchange({ db, files, megabytes, wake: () => runner.wake() })
  const slots = new UploadSlots(1, 'Прежний файл этого источника ещё передаётся')
  takeBodiesAsStreams(app)
  app.addHook('onSend', neverStored)
  app.setErrorHandler(answerFailure)

  const checkauth: Answer = async ({ sourceId }) => {
    const value = await sessions.issue(db, sourceId, newExchange())
    return `success\n${EXCHANGE_COOKIE}\n${value}`
  }
  const limits = `zip=no\nfile_limit=${Math.min(PIECE_MEGABYTES, megabytes) * 2 ** 20}`

  const body = (request: FastifyRequest, reply: FastifyReply) =>
    bodyOf(request, reply, megabytes, { seconds, bytesPerMinute: PUSHED_BYTES_PER_MINUTE })

  /** Reads and discards a body. */
  const drop: Answer = async (_call, request, reply) => {
    if (!request.body) return 'success'
    let size = 0
    for await (const bytes of body(request, reply)) {
      size += (bytes as Buffer).length
      if (size > megabytes * 2 ** 20) throw tooLarge(megabytes)
    }
    return 'success'
  }

  const catalog: Readonly<Record<string, Answer>> = {
    checkauth,
    async init(call) {
      await documents.begin({ ...call, exchange: call.exchange ?? newExchange() })
      return limits
    },
    async file(call, request, reply) {
      const name = nameIn(request)
      if (!isDocument(name)) {
        await documents.noteCall(call)
        return drop(call, request, reply)
      }
      await documents.addPiece(call, name, () =>
        drainBodyOnFailure(files.save(body(request, reply), megabytes), request, reply),
      )
      return 'success'
    },
    async import(call, request) {
      const name = nameIn(request)
      if (isDocument(name)) await documents.importDocument(call, name)
      return 'success'
    },
    async deactivate(call) {
      await documents.noteCall(call)
      return 'success'
    },
    async complete(call) {
      await documents.end(call)
      return 'success'
    },
  }
  const sale: Readonly<Record<string, Answer>> = {
    checkauth,
    init: async () => limits,
    query: async () => NO_ORDERS,
    info: async () => NO_ORDERS,
    success: async () => 'success',
    file: drop,
    import: async () => 'success',
  }

  const authenticated = new WeakMap<FastifyRequest, ExchangeCall>()

  app.route({
    method: ['GET', 'POST', 'PUT'],
    url: sourceExchangePath(':id'),
    config: { rateLimit: { max: CALLS_PER_MINUTE, timeWindow: '1 minute' } },
    schema: {
      summary: 'Обмен с 1С по её протоколу: ключ источника — пароль HTTP Basic',
      params: Type.Object(SourceId),
      querystring: Query,
    },
    // Checked before the body is read.
    async preParsing(request, _reply, payload) {
      const { id: sourceId } = request.params as { id: string }
      const exchange = await sessions.authenticate(db, request)
      const admit: ExchangeCall['admit'] = (sql) => sessions.authenticate(sql, request)
      authenticated.set(request, { sourceId, exchange, admit })
      return payload
    },
    async handler(request, reply) {
      const { type, mode } = request.query as Query
      const modes = type === 'catalog' ? catalog : type === 'sale' ? sale : {}
      const answer = Object.hasOwn(modes, mode) ? modes[mode] : undefined
      if (!answer) throw new Refusal(400, 'Такой обмен не поддерживается: только товары, цены и остатки')
      const call = authenticated.get(request) as ExchangeCall
      // A body occupies a connection, and an import reads what was sent.
      if (request.body || mode === 'import') slots.take(call.sourceId, request, reply)
      const text = await answer(call, request, reply)
      return reply.type(text === NO_ORDERS ? 'application/xml; charset=utf-8' : PLAIN).send(text)
    },
  })
}

const PLAIN = 'text/plain; charset=utf-8'

const newExchange = (): string => randomBytes(12).toString('hex')

/**
 * Returns the name that 1C gives a file: a key, never a path.
 * @throws Refusal without a name
 */
function nameIn(request: FastifyRequest): string {
  const name = ((request.query as Query).filename ?? '').replace(/\p{Cc}/gu, ' ').trim()
  if (name === '') throw new Refusal(400, 'Имя файла не названо')
  return name
}

/** Returns false for pictures and other files, which are accepted and dropped. */
const isDocument = (name: string): boolean => /\.(?:xml|zip)$/i.test(name)

/**
 * Answers an error in the way that 1C displays: with status 200, unless 1C shall send its password (401), may not
 * exchange (403), or the server has failed.
 */
function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message } = wordsOfError(error, request)
  if (!request.raw.complete) drainBody(request, reply)
  if (status === 401) reply.header('www-authenticate', 'Basic realm="1C", charset="UTF-8"')
  const isKept = status === 401 || status === 403 || (status >= 500 && !(error instanceof Refusal))
  return reply
    .status(isKept ? status : 200)
    .type(PLAIN)
    .send(`failure\n${message}`)
}
