import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cleanEnvironment, ROOT } from '../support/run-node.ts'
import { inWorkspace } from '../support/workspace.ts'

interface Arrivals {
  /** times of arrival in ms since 1970, ascending */
  times: number[]
  /** number of connections to the push service so far */
  connections: number
}

export interface PushServiceProcess {
  origin: string
  host: string
  certificateFile: string
  /** resolves once `count` more messages have arrived */
  arrived(count: number): Promise<Arrivals>
  stop(): void
}

export async function startServiceProcess(): Promise<PushServiceProcess> {
  const certificateFile = inWorkspace('push.pem')
  const child = spawn(process.execPath, ['tests/bench/push/service.ts', certificateFile], {
    cwd: ROOT,
    env: cleanEnvironment({}),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const next = async <T>(): Promise<T> => (await once(child, 'message'))[0] as T
  const { origin, host } = await next<{ origin: string; host: string }>()
  return {
    origin,
    host,
    certificateFile,
    arrived(count) {
      const answer = next<Arrivals>()
      child.send(count)
      return answer
    },
    stop: () => child.disconnect(),
  }
}
