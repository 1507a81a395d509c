import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { KINDS } from '../kinds/source-kinds.ts'
import { findSource } from '../store.ts'
import { matchesSourceToken } from '../tokens.ts'

/** Cookie that 1C gets from `checkauth` and sends with its later calls. */
export const EXCHANGE_COOKIE = 'exchange'
/** Longest duration of an exchange in ms whose calls have the cookie alone. */
const SESSION_MS = 6 * 60 * 60_000

const WRONG_KEY = 'Ключ источника неверен: его ставят в 1С как пароль'

/** Signs and checks the cookies of exchanges. A cookie is for one source and only until its token is replaced. */
export class ExchangeSessions {
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
