import { Agent, request } from 'node:http'

export interface Asked {
  kind: string
  path: string
  /** sent by POST */
  body?: object
}

export interface Answered {
  kind: string
  status: number
  /** until the last byte */
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 })

/** @returns status 0 if the connection failed */
export function ask(origin: string, token: string, { kind, path, body }: Asked): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>()
  const began = performance.now()
  const end = (status: number) => resolve({ kind, status, ms: performance.now() - began })
  const headers = {
    'accept-encoding': 'gzip',
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  const sent = request(origin + path, { method: body ? 'POST' : 'GET', agent, headers }, (answer) => {
    answer.on('end', () => end(answer.statusCode ?? 0))
    answer.on('error', () => end(0))
    answer.resume()
  })
  sent.on('error', () => end(0))
  sent.end(body && JSON.stringify(body))
  return promise
}
