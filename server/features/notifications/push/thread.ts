import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseLocation } from '../../../platform/db/open.ts'
import { openForServer } from '../../../platform/db/open.ts'
import { lowerThreadPriority } from '../../../platform/serve-tasks.ts'
import { createDelivery } from '../delivery/delivery.ts'
import type { PushConfig } from './config.ts'
import { createPush } from './create-push.ts'

/** workerData of the thread. */
export interface ThreadData {
  location: DatabaseLocation
  config: PushConfig
  publicUrl: string | undefined
  /** names of the channels that the main thread delivers */
  elsewhere: readonly string[]
  /** id of the server in the cluster */
  server: string
}

lowerThreadPriority()

const { location, config, publicUrl, elsewhere, server } = workerData as ThreadData
const db = await openForServer(location)
const push = createPush({ db, config, publicUrl })
const delivery = createDelivery({
  db,
  channels: [push.channel],
  elsewhere,
  server,
  endLink: async () => undefined,
  log: { warn: (text: string) => parentPort?.postMessage(text) } as never,
})
delivery.start()
parentPort?.once('message', async () => {
  await delivery.stop()
  push.close()
  await db.close()
})
