import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { sqliteDatabase, type TestDatabase } from './database.ts'
import { SECRET } from './processes.ts'
import { addUser as addUserTo, type NewUser, PASSWORD } from './users.ts'

/** The server's API on a new database, without a listening port. */
export interface TestWire {
  app: FastifyInstance
  database: TestDatabase
  addUser(username: string, over?: NewUser): Promise<void>
  signIn(username: string): Promise<{ token: string; cookie: string }>
  /** sends a request as this user, who is created if missing */
  as(username: string, request: InjectOptions): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>
  close(): Promise<void>
}

export async function testWire(
  env: Record<string, string> = {},
  open: () => Promise<TestDatabase> = sqliteDatabase,
  /** folder of a built app, served too */
  dist?: string,
): Promise<TestWire> {
  const database = await open()
  const { dataDir, databaseUrl } = database.location
  const config = readConfig({
    AUTH_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    SIGN_IN_LIMIT: '1000',
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  })
  const app = await buildApp({ config, db: database.db, dist })
  const tokens = new Map<string, string>()

  const addUser: TestWire['addUser'] = (username, over) => addUserTo(database.db, username, over)
  const signIn: TestWire['signIn'] = async (username) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username, password: PASSWORD },
    })
    const token = (answer.json() as { access_token: string }).access_token
    const cookie = answer.cookies.find(({ name }) => name === 'refresh_token')
    return { token, cookie: `${cookie?.name}=${cookie?.value}` }
  }
  return {
    app,
    database,
    addUser,
    signIn,
    async as(username, request) {
      if (!tokens.has(username)) {
        await addUser(username)
        tokens.set(username, (await signIn(username)).token)
      }
      return app.inject({
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${tokens.get(username)}` },
      })
    },
    async close() {
      await app.close()
      await database.remove()
    },
  }
}
