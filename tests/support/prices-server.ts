import type { AddressInfo } from 'node:net'
import { savePrices } from './prices.ts'
import { SAMPLE_PRICES, type SiteDay } from './sample-prices.ts'
import { testWire } from './wire.ts'

/*
 * Program that runs the server's API with the sample prices. Component tests start it as a separate process, because
 * modules of jsdom and of Node do not accept each other's Uint8Array.
 */

/** Message that the program sends when it listens. */
export interface Started {
  origin: string
  /** access token of an administrator */
  token: string
}

const send = (message: Started | 'imported') => process.send?.(message)

const wire = await testWire()
const { db } = wire.database
const importDay = ({ site, day, lines }: SiteDay) => savePrices(db, site, day, lines)

process.once('disconnect', async () => {
  wire.app.server.closeAllConnections()
  await wire.close()
  process.exit()
})
process.on('message', async (day: SiteDay) => {
  await importDay(day)
  send('imported')
})

await wire.addUser('anna', { role: 'admin' })
for (const day of SAMPLE_PRICES) await importDay(day)
await wire.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = wire.app.server.address() as AddressInfo
const { token } = await wire.signIn('anna')
send({ origin: `http://127.0.0.1:${port}`, token })
