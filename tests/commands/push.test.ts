// Specification 9.9

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newKeyPair } from '../../server/features/notifications/push/key-pair.ts'
import { runImport } from '../support/commands.ts'
import { ADMIN, startServer, temporaryFolder } from '../support/processes.ts'
import { pushEnv } from '../support/push.ts'
import { testDevice } from '../support/push-device.ts'
import { startPushService, type TestPushService } from '../support/push-service.ts'

let folder: ReturnType<typeof temporaryFolder>
let service: TestPushService
beforeEach(async () => {
  folder = temporaryFolder()
  service = await startPushService()
})
afterEach(async () => {
  await service.close()
  folder.remove()
})

describe('from npm run import to the push service', () => {
  it('a day with a moved price reaches the device of a signed-in user', async () => {
    const env = { DATA_DIR: join(folder.path, 'data') }
    const certificate = join(folder.path, 'push.pem')
    writeFileSync(certificate, service.certificate.cert)
    const server = await startServer({
      ...env,
      ...pushEnv(newKeyPair(), service.host),
      NODE_EXTRA_CA_CERTS: certificate,
      PUBLIC_URL: 'https://prices.example.ru',
    })
    try {
      const post = async (path: string, body: object, token = '') => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
        const answer = await fetch(server.origin + path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        })
        return (await answer.json()) as Record<string, string>
      }
      const { access_token: token } = await post('/auth/login', ADMIN)
      const device = testDevice()
      const subscription = { endpoint: `${service.origin}/phone`, expirationTime: null, keys: device.keys }
      expect(await post('/api/push/subscribe', subscription, token)).toMatchObject({ message: 'ok' })

      const prices = join(folder.path, 'prices.csv')
      for (const [date, price] of [
        ['2026-04-18', 4_000],
        ['2026-04-19', 5_000],
      ] as const) {
        writeFileSync(
          prices,
          `article,brand,name,vehicle_type,city,warehouse,retail,opt,stock\nX1,Arktika,Шина,Легковая,Томск,,6000,${price},3\n`,
        )
        const imported = await runImport(
          ['--site', '4tochki.ru', '--date', date, '--rejects', join(folder.path, 'rejects'), prices],
          env,
        )
        expect(imported).toMatchObject({ code: 0 })
      }
      await service.arrived(1)
      expect(JSON.parse(device.decrypt(service.received[0]?.body as Buffer))).toMatchObject({
        web_push: 8030,
        notification: {
          title: 'Легковые · 4tochki.ru, +25,0 %',
          body: expect.stringMatching(/^Подорожало: 1, подешевело: 0\./),
          navigate: expect.stringMatching(/^https:\/\/prices\.example\.ru\/profile\/notifications\?id=\d+$/),
        },
      })
    } finally {
      await server.stop()
    }
  })
})
