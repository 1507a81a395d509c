import { writeFileSync } from 'node:fs'
import { startPushService } from '../../support/push-service.ts'

/** Runs the push service in a process of its own, so that its work does not count as the server's or the client's. */

const [certificateFile = ''] = process.argv.slice(2)
const service = await startPushService()
writeFileSync(certificateFile, service.certificate.cert)
const epoch = performance.timeOrigin

/** Reports once that many messages have arrived, with the time of each in milliseconds since 1970. */
process.on('message', async (count: number) => {
  await service.arrived(count)
  const times = service.received.slice(0, count).map(({ at }) => epoch + at)
  service.received.splice(0, count)
  process.send?.({ times, connections: service.connections })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ origin: service.origin, host: service.host })
