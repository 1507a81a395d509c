import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { createLinks, type Links } from '../../server/features/notifications/channels/create-links.ts'
import { readLinkConfig } from '../../server/features/notifications/channels/link-config.ts'
import { linkRoutes } from '../../server/features/notifications/channels/link-routes.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { answerError } from '../../server/platform/http/errors.ts'
import { LOG_OPTIONS } from '../../server/platform/http/request-log.ts'
import { addSecurityHeaders } from '../../server/platform/http/security.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { sqliteDatabase } from './database.ts'
import { addPerson } from './notifications.ts'
import { SECRET } from './processes.ts'

/** The server with its link routes only, and with the settings of a test. A header names the signed-in user. */
export interface LinkWire {
  app: FastifyInstance
  db: Db
  links: Links
  /** lines of the log */
  log: string[]
  person(username: string): Promise<string>
  as(username: string, request: InjectOptions): ReturnType<FastifyInstance['inject']>
  close(): Promise<void>
}

export async function linkWire(env: Record<string, string> = {}): Promise<LinkWire> {
  const database = await sqliteDatabase()
  const { db } = database
  const log: string[] = []
  const stream = { write: (line: string) => void log.push(line) }
  const app = Fastify({ logger: { ...LOG_OPTIONS, level: 'trace', stream } })
  app.setErrorHandler(answerError)
  await addSecurityHeaders(app)
  await app.register(rateLimit, { global: false })
  app.decorateRequest('session', null)
  const links = await createLinks(readLinkConfig(env), { db, secret: SECRET, log: app.log })
  const people = new Map<string, string>()

  await app.register(linkRoutes, {
    db,
    links,
    proofGuard: async () => {},
    async guard(request) {
      const username = decodeURIComponent(String(request.headers['x-test-user'] ?? ''))
      const id = people.get(username)
      if (!id) throw new Refusal(401, 'Требуется вход')
      request.session = { id: 'session', user: { id, username, role: 'user', percent: null } }
    },
  })
  const person = async (username: string): Promise<string> => {
    const id = people.get(username) ?? (await addPerson(db, username))
    people.set(username, id)
    return id
  }
  return {
    app,
    db,
    links,
    log,
    person,
    as: (username, request) =>
      app.inject({
        ...request,
        headers: { ...request.headers, 'x-test-user': encodeURIComponent(username) },
      }) as ReturnType<FastifyInstance['inject']>,
    async close() {
      for (const duty of Object.values(links.duties)) await duty.stop()
      links.close()
      await app.close()
      await database.remove()
    },
  }
}
