import { ImportError } from '../../../import/errors.ts'
import { WireError } from '../../../platform/http/errors.ts'
import { WorkerPool } from '../../../platform/worker-pool.ts'
import { decodeRecommended } from '../../../prices/recommended-prices.ts'
import { unavailable } from '../../../prices/threads/price-threads.ts'
import { type FileRequest, type ReadRecommended, readRecommendedFile } from './read-file.ts'
import type { RecommendedTasks } from './thread.ts'

/** Reads uploaded lists in threads while they run, otherwise in this thread. */
export interface ListThread {
  /**
   * reads a file of a person: one at a time, so that nobody's files block those of others
   * @param user id of the person
   * @throws WireError 400 if the file cannot be read, 409 if the person has sent another one while it waited
   */
  read(request: FileRequest, user: string): Promise<ReadRecommended>
  /** called when the server begins to listen */
  start(): void
  stop(): Promise<void>
}

/** Maximum time in ms in which a file is read. */
const AT_MOST_MS = 60_000
/** Time in ms after which an idle thread ends: lists are uploaded a few times a month. */
const IDLE_MS = 60_000
const MEGABYTES = 512
/** Maximum size of a file in bytes that does not wait behind large ones. */
const SMALL_BYTES = 256 * 1024

const REPLACED = 'Этот файл не прочитан: вы отправили ещё один.'

const newPool = () =>
  new WorkerPool<RecommendedTasks>({
    program: new URL('./thread.ts', import.meta.url),
    workerData: null,
    maxThreads: 1,
    idleMs: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    errors: [ImportError],
  })

export function createListThread(): ListThread {
  let pools: { small: ReturnType<typeof newPool>; large: ReturnType<typeof newPool> } | undefined
  const inTurn = createTurns()
  const read = async (request: FileRequest): Promise<ReadRecommended> => {
    if (!pools) return readRecommendedFile(request)
    const pool = request.file.length <= SMALL_BYTES ? pools.small : pools.large
    const { parts, ...found } = await pool.run('read', request, { maxMs: AT_MOST_MS }).catch(unavailable)
    return { ...found, rows: await decodeRecommended(parts) }
  }
  return {
    async read(request, user) {
      try {
        return await inTurn(user, () => read(request))
      } catch (error) {
        if (error instanceof ImportError) throw new WireError(400, error.message)
        throw error
      }
    },
    start() {
      pools = { small: newPool(), large: newPool() }
    },
    async stop() {
      const stopping = pools
      pools = undefined
      await Promise.all([stopping?.small.stop(), stopping?.large.stop()])
    },
  }
}

/** Files of a person: one is read, and the newest one waits. */
interface Turn {
  next?: { begin(): void; refuse(error: Error): void }
}

/** Creates a function that runs one piece of work at a time per person; of those that wait, the newest remains. */
function createTurns() {
  const turns = new Map<string, Turn>()
  return async <Result>(user: string, work: () => Promise<Result>): Promise<Result> => {
    const present = turns.get(user)
    if (present) {
      present.next?.refuse(new WireError(409, REPLACED))
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      present.next = { begin: resolve, refuse: reject }
      await promise
    }
    const turn: Turn = present ?? {}
    turns.set(user, turn)
    try {
      return await work()
    } finally {
      const { next } = turn
      delete turn.next
      if (next) next.begin()
      else turns.delete(user)
    }
  }
}
