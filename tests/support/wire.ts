import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Role } from '../../contract/account/new-user.ts'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createAccount } from '../../server/features/auth/users.ts'
import { sqliteDatabase, type TestDatabase } from './database.ts'

export const SECRET = 'test-secret-of-at-least-32-characters'

/** The server's API without a port, on a fresh database. */
export interface TestWire {
  app: FastifyInstance
  database: TestDatabase
  addUser(username: string, over?: { role?: Role; percent?: number }): Promise<void>
  signIn(username: string): Promise<{ token: string; cookie: string }>
  /** sends a request as this user, who is created if missing */
  as(username: string, request: InjectOptions): Promise<Awaited<ReturnType<FastifyInstance['inject']>>>
  close(): Promise<void>
}

export const PASSWORD = 'correct horse'

export async function testWire(
  env: Record<string, string> = {},
  open: () => Promise<TestDatabase> = sqliteDatabase,
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
  const app = await buildApp({ config, db: database.db, dist: undefined })
  const tokens = new Map<string, string>()

  const addUser: TestWire['addUser'] = async (username, { role = 'user', percent } = {}) => {
    await createAccount(database.db, {
      username,
      password: PASSWORD,
      role,
      percent: percent ?? null,
      vehicleType: '',
    })
  }
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
