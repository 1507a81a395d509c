import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import type { Reader } from '../../platform/db/db.ts'
import { openPostgresReader } from '../../platform/db/postgres.ts'
import { serveReads } from '../../platform/db/read-threads.ts'
import { ANSWER_MS } from '../../platform/db/replica.ts'
import { priceTasks } from './tasks.ts'

/** readers of replicas by address */
const replicas = new Map<string, Reader>()

await serveReads(
  (primary) =>
    priceTasks((url) => {
      if (url === undefined) return primary
      return getOrAdd(replicas, url, () => openPostgresReader(url, { connections: 1, answerMs: ANSWER_MS }))
    }),
  (result) => {
    const { deflated } = result as { deflated?: Uint8Array<ArrayBuffer> }
    return deflated ? [deflated.buffer] : []
  },
)
