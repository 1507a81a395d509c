import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import type { TestDatabase } from '../../support/database.ts'
import { SECRET } from '../../support/processes.ts'
import { type TestWire, testWire } from '../../support/wire.ts'

interface Listening {
  port: number
  origin: string
  close(): Promise<void>
}

async function listen(app: FastifyInstance): Promise<Omit<Listening, 'close'>> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}` }
}

/** Starts the server in front of an existing backend, on loopback. */
export async function listenInFront(backend: string): Promise<Listening> {
  const config = readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent', BACKEND_URL: backend })
  const app = await buildApp({ config, db: undefined, dist: undefined })
  return {
    ...(await listen(app)),
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** Starts the companion on a new database, on loopback. */
export async function listenAlone(
  env: Record<string, string> = {},
  open?: () => Promise<TestDatabase>,
): Promise<TestWire & Listening> {
  const wire = await testWire(env, open)
  return {
    ...wire,
    ...(await listen(wire.app)),
    async close() {
      wire.app.server.closeAllConnections()
      await wire.close()
    },
  }
}
