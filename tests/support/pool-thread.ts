import { once } from 'node:events'
import { type MessagePort, threadId, workerData } from 'node:worker_threads'
import { serveTasks } from '../../server/platform/serve-tasks.ts'

class Refusal extends Error {
  override name = 'Refusal'
}

/** Tasks for the tests of the thread pool; those with a port wait until the test answers on that port. */
const TASKS = {
  threadId: async (_: null) => threadId,
  async refuse(message: string): Promise<never> {
    throw new Refusal(message)
  },
  async exit(_: null): Promise<never> {
    process.exit(3)
  },
  async hang(port: MessagePort): Promise<unknown> {
    port.postMessage('started')
    const [answer] = await once(port, 'message')
    return answer
  },
  async untilCancelled(port: MessagePort, signal: AbortSignal): Promise<string> {
    port.postMessage('started')
    await once(signal, 'abort')
    port.close()
    return 'rolled back'
  },
}
export type TestTasks = typeof TASKS

const { loadMs = 0 } = workerData as { loadMs?: number }
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, loadMs)
serveTasks(TASKS)
