import { ReadError } from '../../../../../contract/legacy/lenient-json.ts'
import type { FileFormat, FromMaker, MadeSheet, PageSaid, ShownOrder, ToMaker, Written } from './order.ts'

/** The web worker that creates one file. */
export interface Maker {
  /** @param page its number in the result set */
  take(body: ArrayBuffer, page: number, shown: boolean): Promise<PageSaid>
  finish(format: FileFormat, title: string): Promise<MadeSheet>
  end(): void
}

/** Starts the worker. Its calls throw a ReadError if the worker failed, or the reason of the signal. */
export function startMaker(
  order: ShownOrder,
  signal: AbortSignal,
  onWritten: (written: Written) => void,
): Maker {
  const worker = new Worker(new URL('./shown-file.worker.ts', import.meta.url), { type: 'module' })
  let failed: ReadError | undefined
  let refuse: ((problem: ReadError) => void) | undefined
  // If the script cannot be loaded, as after a deployment, the event has no message.
  worker.onerror = ({ message: reason }: Partial<ErrorEvent>) => {
    failed = new ReadError(reason || 'часть приложения не загрузилась, обновите страницу')
    refuse?.(failed)
  }
  const ask = (message: ToMaker, transfer: Transferable[] = []): Promise<FromMaker> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (failed) return reject(failed)
      refuse = reject
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      worker.onmessage = ({ data }: MessageEvent<FromMaker>) =>
        'written' in data ? onWritten(data.written) : resolve(data)
      worker.postMessage(message, transfer)
    })
  worker.postMessage({ order } satisfies ToMaker)
  return {
    async take(body, page, shown) {
      const answer = await ask({ body, page, shown }, [body])
      if ('said' in answer) return answer.said
      throw problemOf(answer)
    },
    async finish(format, title) {
      const answer = await ask({ format, title })
      if ('made' in answer) return answer.made
      throw problemOf(answer)
    },
    end: () => worker.terminate(),
  }
}

const problemOf = (answer: FromMaker): ReadError =>
  new ReadError('problem' in answer ? answer.problem : 'Файл не собран.')
