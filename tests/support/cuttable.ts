import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to PostgreSQL that can be cut, and restored. */
export interface Cuttable {
  url: string
  /** as by a power failure: connections are closed */
  cut(): void
  /** as by a network that is down: nothing is heard of them any more */
  silence(): void
  /** @param forgets what it knew of the connections that it silenced: nothing is ever heard of them */
  restore(options?: { forgets: boolean }): void
  close(): Promise<void>
}

export async function cuttable(target: string): Promise<Cuttable> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  let isSilent = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
      if (isSilent) socket.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    silence() {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    restore({ forgets } = { forgets: false }) {
      isCut = false
      isSilent = false
      if (!forgets) for (const socket of sockets) socket.resume()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
