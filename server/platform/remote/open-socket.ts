import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type AllowedHosts, portOf } from '../egress/allowed-hosts.ts'
import { checkedLookup } from '../egress/http-exchange.ts'
import type { ResolveName } from '../egress/public-lookup.ts'
import { FetchFailure, noResponseFailure } from './fetch-failure.ts'

/** Returns the host name of a URL, without the brackets of an IPv6 address. */
export const hostNameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Connects to a server at a checked IP address.
 * @param signal destroys the socket
 * @throws FetchFailure, and errors of the network
 */
export async function openSocket(
  url: URL,
  { allowedHosts, stallSeconds, signal }: { allowedHosts: AllowedHosts } & Stop,
  resolveName?: ResolveName,
): Promise<Socket> {
  const refuse = (words: string) => new FetchFailure(words, false)
  const lookup = checkedLookup(url, { allowedHosts, refuse, resolveName })
  signal.throwIfAborted()
  const socket = connect({ host: hostNameOf(url), port: Number(portOf(url)), signal, ...lookup })
  socket.setTimeout(stallSeconds * 1_000, () => socket.destroy(noResponseFailure(url.host, stallSeconds)))
  // SFTP sends small requests, each of which would wait for the answer to the former one.
  socket.setNoDelay(true)
  // Its user may listen later than it fails.
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

interface Stop {
  /** time in s that a server may be silent */
  stallSeconds: number
  signal: AbortSignal
}

/**
 * Waits for a step of a connection that has no time limit of its own.
 * @throws FetchFailure if the server does not complete it within the time that it may be silent
 */
export async function inTime<T>(step: Promise<T>, host: string, { stallSeconds, signal }: Stop): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(noResponseFailure(host, stallSeconds)), stallSeconds * 1_000)
  const stop = () => late.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([step, late.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
