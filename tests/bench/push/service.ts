import { writeFileSync } from 'node:fs'
import { startPushService } from '../../support/push-service.ts'

/** Program that runs the push service in a process of its own: its work must not count as the server's or client's. */

const [certificateFile = ''] = process.argv.slice(2)
const service = await startPushService()
writeFileSync(certificateFile, service.certificate.cert)
const epoch = performance.timeOrigin

/** Sends a message once `count` messages have arrived, with the time of each in ms since 1970. */
process.on('message', async (count: number) => {
  await service.arrived(count)
  const times = service.received.slice(0, count).map(({ at }) => epoch + at)
  service.received.splice(0, count)
  process.send?.({ times, connections: service.connections })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ origin: service.origin, host: service.host })
