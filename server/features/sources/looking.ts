import { Worker } from 'node:worker_threads'
import { elapsedLimitMs } from '../../import/readers/time-limit.ts'
import { crashOf, THREAD_LIMITS } from './in-thread.ts'
import { SourceRefusal } from './refusal.ts'
import type { Look, Looked, ThreadSettings } from './thread-data.ts'
import { shown, withoutPath } from './words.ts'

export interface Looking {
  /**
   * inspects a file
   * @param signal aborts it @throws SourceRefusal for a file that cannot be read
   */
  look<Answer>(look: Look, signal: AbortSignal): Promise<Answer>
  stop(): Promise<void>
}

/** Maximum number of threads; further inspections wait. */
const MOST_THREADS = 2
/**
 * Time in ms for which an idle thread is reused: starting one takes longer than most inspections, and a person who
 * tries a mapping makes many.
 */
const IDLE_MS = 2 * 60_000

interface Idle {
  worker: Worker
  timer: NodeJS.Timeout
}

/** Inspects files in threads, which are reused for a while. */
export function createLooking(settings: ThreadSettings): Looking {
  const idle: Idle[] = []
  const waiting: (() => void)[] = []
  const workers = new Set<Worker>()
  let busy = 0

  const start = (): Worker => {
    const worker = new Worker(new URL('./looking-thread.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: THREAD_LIMITS,
    })
    // An idle thread must not keep the process alive.
    worker.unref()
    workers.add(worker)
    worker.on('error', () => undefined)
    worker.on('exit', () => workers.delete(worker))
    return worker
  }

  const take = async (): Promise<Worker> => {
    if (busy >= MOST_THREADS) await new Promise<void>((free) => waiting.push(free))
    busy++
    const kept = idle.pop()
    if (!kept) return start()
    clearTimeout(kept.timer)
    return kept.worker
  }

  const giveBack = (worker: Worker): void => {
    busy--
    if (workers.has(worker)) {
      const timer = setTimeout(() => {
        idle.splice(
          idle.findIndex((one) => one.worker === worker),
          1,
        )
        void worker.terminate()
      }, IDLE_MS).unref()
      idle.push({ worker, timer })
    }
    waiting.shift()?.()
  }

  const { seconds, lookSeconds } = settings.limits
  const longest = ({ kind }: Look) => elapsedLimitMs(kind === 'trial' ? seconds : lookSeconds)

  return {
    async look<Answer>(look: Look, signal: AbortSignal): Promise<Answer> {
      const worker = await take()
      try {
        return answerOf<Answer>(await lookedBy(worker, look, signal, longest(look)), look)
      } finally {
        giveBack(worker)
      }
    },
    async stop() {
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}

/** @param longest time limit in ms */
function lookedBy(worker: Worker, look: Look, signal: AbortSignal, longest: number): Promise<Looked> {
  return new Promise<Looked>((done, fail) => {
    let ended = new SourceRefusal('Чтение файла прервано', 409)
    const crashed = (error: Error) => fail(crashOf(error))
    const abort = () => void worker.terminate()
    const timer = setTimeout(() => {
      ended = new SourceRefusal(
        `Чтение файла не уложилось в ${shown(longest / 1_000)} с и прервано: ${WHY_LONG}`,
      )
      void worker.terminate()
    }, longest)
    const settle = (work: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      worker.off('message', message).off('error', crashed).off('exit', exit)
      work()
    }
    const message = (looked: Looked) => settle(() => done(looked))
    const exit = () => settle(() => fail(ended))
    worker.on('message', message).on('error', crashed).on('exit', exit)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    worker.postMessage(look)
  })
}

const WHY_LONG = 'файл повреждён или слишком сложно устроен, либо сервер перегружен'

function answerOf<Answer>(looked: Looked, { path }: Look): Answer {
  if ('refusal' in looked) throw new SourceRefusal(withoutPath(looked.refusal, path))
  if ('fault' in looked) throw new Error(looked.fault)
  return looked.answer as Answer
}
