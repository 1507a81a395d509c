import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to PostgreSQL that tests can cut and restore. */
export interface Cuttable {
  url: string
  /** closes connections, like a power failure */
  cut(): void
  /** drops all data silently, like a network that is down */
  silence(): void
  /**
   * ends the interruption
   * @param forgets drops the state of the silenced connections, which therefore never recover
   */
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
