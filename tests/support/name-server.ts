import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const KINDS: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 }
const FAILURES = { 'server failure': 2, 'no such name': 3 } as const

/** Addresses of a name, or the way in which the DNS server fails for it. */
export type Named = readonly string[] | keyof typeof FAILURES | 'silence'

export interface TestNameServer {
  /** host:port */
  address: string
  /** answers by name; other names do not exist */
  names: Map<string, Named>
  /** resolves once a name has been queried */
  asked(name: string): Promise<void>
  close(): Promise<void>
}

/** Starts a DNS server on loopback (RFC 1035), over UDP. */
export async function startNameServer(): Promise<TestNameServer> {
  const socket = createSocket('udp4')
  const names = new Map<string, Named>()
  const watched = new Map<string, PromiseWithResolvers<void>>()
  const watch = (name: string) => {
    const known = watched.get(name) ?? Promise.withResolvers<void>()
    watched.set(name, known)
    return known
  }
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query)
    watch(name).resolve()
    const named = names.get(name) ?? 'no such name'
    if (named !== 'silence') socket.send(answerTo(query, end, named), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    asked: (name) => watch(name).promise,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const HEADER = 12

/** Returns the queried name and the end position of the question. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

function answerTo(query: Buffer, end: number, named: Exclude<Named, 'silence'>): Buffer {
  const kind = query.readUInt16BE(end - 4)
  const found = typeof named === 'string' ? [] : named.filter((address) => isIP(address) === KINDS[kind])
  const header = Buffer.alloc(HEADER)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (typeof named === 'string' ? FAILURES[named] : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  return Buffer.concat([
    header,
    query.subarray(HEADER, end),
    ...found.map((address) => record(kind, address)),
  ])
}

function record(kind: number, address: string): Buffer {
  const data = bytesOf(address)
  const head = Buffer.alloc(HEADER)
  // A compression pointer: the name is the one in the question.
  head.writeUInt16BE(0xc000 | HEADER, 0)
  head.writeUInt16BE(kind, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

const bytesOf = (address: string): Buffer => Buffer.from(ipaddr.parse(address).toByteArray())
