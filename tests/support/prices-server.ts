import type { AddressInfo } from 'node:net'
import { serving, startFeedServer } from './feed-server.ts'
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
  /** origin of a made-up shop, whose pages the server may read */
  shop: string
}

/** Page of the made-up shop. */
export interface ShopPage {
  /** path with a leading slash */
  path: string
  html: string
}

const send = (message: Started | 'done') => process.send?.(message)

const shop = await startFeedServer()
const wire = await testWire({ PAGES_ALLOWED_HOSTS: shop.host })
const { db } = wire.database
const importDay = ({ site, day, lines }: SiteDay) => savePrices(db, site, day, lines)
const HTML = { 'content-type': 'text/html; charset=utf-8' }

process.once('disconnect', async () => {
  wire.app.server.closeAllConnections()
  await wire.close()
  await shop.close()
  process.exit()
})
process.on('message', async (message: SiteDay | ShopPage) => {
  if ('path' in message) shop.feeds.set(message.path, serving(message.html, HTML))
  else await importDay(message)
  send('done')
})

await wire.addUser('anna', { role: 'admin' })
for (const day of SAMPLE_PRICES) await importDay(day)
await wire.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = wire.app.server.address() as AddressInfo
const { token } = await wire.signIn('anna')
send({ origin: `http://127.0.0.1:${port}`, token, shop: shop.origin })
