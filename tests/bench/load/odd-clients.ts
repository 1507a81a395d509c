import { type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { SHOWN_DAYS } from '../support/workspace.ts'

const SLOW_BYTES = 16 * 1024

function open(origin: string, path: string, token: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = request(origin + path, { method: 'POST', headers }, resolve)
  sent.on('error', reject)
  sent.end(JSON.stringify({ date: SHOWN_DAYS[0] }))
  return promise
}

/** Reads a download at 16 kB/s. @returns how much of it, and whether the server gave up on it before its end */
export async function readSlowly(
  origin: string,
  path: string,
  token: string,
  until: number,
): Promise<{ bytes: number; ended: boolean }> {
  const answer = await open(origin, path, token)
  let [bytes, ended] = [0, false]
  answer.on('error', () => {
    ended = true
  })
  answer.pause()
  while (performance.now() < until && !ended) {
    bytes += (answer.read(SLOW_BYTES) as Buffer | null)?.length ?? 0
    await wait(1_000)
  }
  answer.destroy()
  return { bytes, ended }
}

/** Begins a download every two seconds and leaves at its first byte. */
export async function vanish(origin: string, path: string, token: string, until: number): Promise<void> {
  while (performance.now() < until) {
    const answer = await open(origin, path, token)
    answer.destroy()
    await wait(2_000)
  }
}
