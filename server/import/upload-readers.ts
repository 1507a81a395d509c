import { Refusal } from '../platform/refusal.ts'
import { ThreadEnded, WorkerPool } from '../platform/worker-pool.ts'
import { ImportError } from './errors.ts'

/** Request for the reading of an uploaded file. */
export interface UploadRequest {
  file: Uint8Array
}
type UploadTasks = Record<string, (request: never) => Promise<unknown>>
type Request<Task extends UploadTasks[string]> = Parameters<Task>[0] & UploadRequest
type Result<Task extends UploadTasks[string]> = Awaited<ReturnType<Task>>

/**
 * Runs a task for a person: one at a time, so that nobody's files block those of others.
 * @param user id of the person
 * @throws Refusal 400 if the file cannot be read, 409 if the person has sent another one while it waited
 */
export type ReadUpload<Tasks extends UploadTasks> = <Name extends keyof Tasks & string>(
  name: Name,
  request: Request<Tasks[Name]>,
  user: string,
) => Promise<Result<Tasks[Name]>>

/** Maximum time in ms in which a file is read. */
const AT_MOST_MS = 60_000
/** Time in ms after which an idle thread ends: files are uploaded a few times a month. */
const IDLE_MS = 60_000
const MEGABYTES = 512
/** Maximum size of a file in bytes that does not wait behind large ones. */
const SMALL_BYTES = 256 * 1024

const REPLACED = 'Этот файл не прочитан: вы отправили ещё один.'
const TOO_LONG = 'Чтение файла длилось слишком долго: он повреждён или слишком сложно устроен'
const TOO_LARGE = 'Файл требует слишком много памяти'

/**
 * Returns a function that reads files which people upload, in threads with limits of time and memory. Idle threads do
 * not keep the process.
 * @param program module of the threads, which serves the tasks
 */
export function uploadReader<Tasks extends UploadTasks>(program: URL): ReadUpload<Tasks> {
  const newPool = () =>
    new WorkerPool<Tasks>({
      program,
      maxThreads: 1,
      idleMs: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
      errors: [ImportError],
    })
  const [small, large] = [newPool(), newPool()]
  const inTurn = createTurns()
  return (name, request, user) =>
    inTurn(user, async () => {
      const { file }: UploadRequest = request
      const pool = file.length <= SMALL_BYTES ? small : large
      try {
        return (await pool.run(name, request, { maxMs: AT_MOST_MS })) as never
      } catch (error) {
        throw refusalOf(error)
      }
    })
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ImportError) return new Refusal(400, error.message)
  if (error instanceof ThreadEnded && error.isOutOfMemory) return new Refusal(400, TOO_LARGE)
  return (error as Error).name === 'TimeoutError' ? new Refusal(400, TOO_LONG) : error
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
      present.next?.refuse(new Refusal(409, REPLACED))
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
