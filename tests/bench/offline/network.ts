import { connect, createServer, type Socket } from 'node:net'

/** Proxy to a local server that can go down and come back at the same URL, because the app's origin must not change. */
export interface Network {
  origin: string
  /** stops listening */
  leave(): Promise<void>
  comeBack(): Promise<void>
}

/** @param target origin of a server on this machine */
export async function startNetwork(target: string): Promise<Network> {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const onward = connect(Number(port), hostname)
    for (const [from, to] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      open.add(from)
      from.setNoDelay()
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
      from.pipe(to)
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as { port: number }).port
  return {
    origin: `http://127.0.0.1:${own}`,
    async leave() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
    comeBack: () => listen(own),
  }
}
