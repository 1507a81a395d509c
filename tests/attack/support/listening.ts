import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { SECRET } from '../../support/wire.ts'

export interface Listening {
  app: FastifyInstance
  port: number
  origin: string
  close(): Promise<void>
}

/** Listens on loopback. */
async function listen(app: FastifyInstance): Promise<Listening> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    port,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}

/** The server in front of an existing backend. */
export async function listenInFront(backend: string, env: Record<string, string> = {}): Promise<Listening> {
  const config = readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent', BACKEND_URL: backend, ...env })
  return listen(await buildApp({ config, db: undefined, dist: undefined }))
}
