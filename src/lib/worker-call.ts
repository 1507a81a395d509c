import { ReadError } from '../../contract/legacy/lenient-json.ts'

/** Message from the web worker about one request: a part of the answer, the answer, or an error. */
type Reply = { part: unknown } | { answer: unknown } | { problem: string; name: string }

interface RequestOptions<Part> {
  signal?: AbortSignal
  /** objects that are moved to the worker instead of being copied */
  transfer?: Transferable[]
  onPart?(part: Part): void
}

/** Handle of a web worker that answers requests. */
export interface WorkerCalls {
  /** Sends a request. @throws ReadError with the name of the worker's error, or the signal's reason */
  request<Answer, Part = never>(message: unknown, options?: RequestOptions<Part>): Promise<Answer>
  end(): void
}

/** Returns a handle for requests to a web worker. @param worker just created, so that no error was missed */
export function callWorker(worker: Worker): WorkerCalls {
  const pending = new Set<(problem: ReadError) => void>()
  let failed: ReadError | undefined
  worker.onerror = ({ message }: Partial<ErrorEvent>) => {
    // The event has no message if the script could not be loaded, as after a deployment.
    failed = new ReadError(message || 'часть приложения не загрузилась, обновите страницу')
    for (const reject of pending) reject(failed)
  }
  return {
    async request<Answer, Part>(message: unknown, options: RequestOptions<Part> = {}): Promise<Answer> {
      const { signal, transfer = [], onPart } = options
      signal?.throwIfAborted()
      if (failed) throw failed
      const { port1, port2 } = new MessageChannel()
      let stop = () => {}
      try {
        return await new Promise<Answer>((resolve, reject) => {
          const abort = () => reject(signal?.reason)
          stop = () => {
            pending.delete(reject)
            signal?.removeEventListener('abort', abort)
          }
          port1.onmessage = ({ data }: MessageEvent<Reply>) => {
            if ('part' in data) onPart?.(data.part as Part)
            else if ('answer' in data) resolve(data.answer as Answer)
            else reject(Object.assign(new ReadError(data.problem), { name: data.name }))
          }
          pending.add(reject)
          signal?.addEventListener('abort', abort)
          worker.postMessage(message, [port2, ...transfer])
        })
      } finally {
        stop()
        port1.close()
      }
    },
    end: () => worker.terminate(),
  }
}

/** Answers the requests of callWorker, in the web worker. @param answer may send parts before its result */
export function answerRequests<Message>(
  answer: (message: Message, sendPart: (part: unknown) => void) => unknown,
): void {
  addEventListener('message', async ({ data, ports: [port] }: MessageEvent<Message>) => {
    const reply = (message: Reply) => port?.postMessage(message)
    try {
      reply({ answer: await answer(data, (part) => reply({ part })) })
    } catch (error) {
      const { message, name } = error as Error
      reply({ problem: message, name })
    }
  })
}
