import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SETUP_CODE_LENGTH, SetupAnswer, SetupBody } from '../../../contract/installation/first-admin.ts'
import { SETUP_PATH } from '../../../contract/installation/installation-paths.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { addFact, readFact } from '../../platform/db/installation-facts.ts'
import { refuseOtherOrigins } from '../../platform/http/request-source.ts'
import { neverStored } from '../../platform/http/security.ts'
import { Refusal } from '../../platform/refusal.ts'
import { passwordProblem } from '../auth/password-policy.ts'
import { usernameProblem } from '../auth/username-policy.ts'
import { createFirstAccount, hasUsers } from '../auth/users.ts'

interface SetupRoutes {
  db: Db
  authSecret: string
  publicUrl: string | undefined
  /** maximum number of attempts per minute and IP address */
  limit: number
}

const DONE = 'Настройка уже выполнена. Войдите или попросите администратора добавить вас.'

const NAME_MIN = 3

const nameProblem = (username: string): string | null =>
  username.trim().length < NAME_MIN
    ? `Логин должен быть минимум ${NAME_MIN} символа.`
    : usernameProblem(username)

/** Creates a function that returns whether there is a user; users are never removed, so a yes is remembered. */
export function createSetUpCheck(sql: Sql): () => Promise<boolean> {
  let isSetUp = false
  return async () => {
    isSetUp ||= await hasUsers(sql)
    return isSetUp
  }
}

/** Routes that create the first administrator, without a session, while there are no users (specification 28.2). */
export const setupRoutes: FastifyPluginAsyncTypebox<SetupRoutes> = async (app, options) => {
  const { db, authSecret, publicUrl, limit } = options
  // Only attempts that reach the comparison of the code are counted: after the hooks below and the check of the body.
  const rateLimit = { max: limit, timeWindow: '1 minute', hook: 'preHandler' as const }
  app.addHook('onSend', neverStored)
  app.addHook('onRequest', async (request) => {
    if (request.method === 'POST') refuseOtherOrigins(request, publicUrl)
  })
  app.addHook('preHandler', async ({ method }) => {
    if (method === 'POST' && (await hasUsers(db))) throw new Refusal(409, DONE)
  })

  app.get(
    SETUP_PATH,
    {
      schema: {
        summary: 'Ждёт ли сервер первой настройки',
        response: { 200: SetupAnswer },
      },
    },
    async () => {
      if (await hasUsers(db)) throw new Refusal(404, DONE)
      return { open: true as const }
    },
  )

  app.post(
    SETUP_PATH,
    {
      config: { rateLimit },
      schema: {
        summary: 'Создать первого администратора',
        body: SetupBody,
        response: { 201: MessageAnswer },
      },
    },
    async (request, reply) => {
      const { code, username, password } = request.body
      if (!isSetupCode(code, await setupCodeOf(db, authSecret))) {
        await audit(db, 'sign-in failed', null, `код первой настройки, ${request.ip}`)
        throw new Refusal(403, 'Неверный код. Он в журнале сервера, в строке «Первая настройка».')
      }
      const problem = nameProblem(username) ?? passwordProblem(password, username)
      if (problem) throw new Refusal(400, problem)
      const account = { username, password, role: 'admin', percent: null, vehicleType: '' } as const
      const isCreated = await createFirstAccount(db, account, (sql, id) =>
        audit(sql, 'user created', id, `${username}, первая настройка, ${request.ip}`),
      )
      if (!isCreated) throw new Refusal(409, DONE)
      return reply.code(201).send({ message: 'Администратор создан' })
    },
  )
}

/** Crockford's alphabet: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = /.{4}(?=.)/g

/** @returns the code of an installation without users; undefined if there are any */
export async function openSetupCode(sql: Sql, authSecret: string): Promise<string | undefined> {
  return (await hasUsers(sql)) ? undefined : setupCodeOf(sql, authSecret)
}

/**
 * Returns the code that proves access to the server's log (specification 28.2). It is derived from AUTH_SECRET and a
 * random fact of this database, so that all servers and restarts have the same code, the database alone does not reveal
 * it, and another database has another one.
 */
export async function setupCodeOf(sql: Sql, authSecret: string): Promise<string> {
  await addFact(sql, 'set-up', randomBytes(16).toString('base64url'))
  const fact = await readFact(sql, 'set-up')
  const bytes = createHmac('sha256', authSecret).update(`set-up code\n${fact?.value}`).digest()
  const code = [...bytes.subarray(0, SETUP_CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return code.join('').replace(GROUP, '$&-')
}

/** Returns whether a typed code is the right one, in constant time; case, dashes and look-alike letters do not count. */
export const isSetupCode = (typed: string, code: string): boolean =>
  timingSafeEqual(hashOf(typed), hashOf(code))

const hashOf = (code: string): Buffer => createHash('sha256').update(normalised(code)).digest()

const normalised = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
