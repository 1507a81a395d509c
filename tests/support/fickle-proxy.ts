import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fate of a request on its way to the server. */
type Behaviour = 'pass' | 'hang' | 'gone' | 'error' | 'html' | 'gateway' | 'refusal'

interface Answer {
  status: number
  body: string
}

/**
 * Proxy that simulates the network between a browser and the real server. Its URL is constant even if the server's
 * changes.
 */
export interface FickleProxy {
  origin: string
  /** requests that reached the server, as 'METHOD /path?query' */
  passed: string[]
  /** sets the fate of all later requests below this path; 'pass' also releases hanging ones */
  behave(behaviour: Behaviour, below?: string): void
  /** answers all later requests below this path instead of the server */
  answer(answer: Answer, below?: string): void
  /** sets the server behind the proxy, whose URL may change with a restart */
  setTarget(origin: string): void
  close(): Promise<void>
}

/**
 * Put before the worker's script. The headless shell has no icons, and ends a worker that sets or clears their badge: a
 * page that loads just then waits for it for good.
 */
const WITHOUT_BADGES =
  'for (const name of ["setAppBadge", "clearAppBadge"]) delete WorkerNavigator.prototype[name];\n'
const WORKER = '/sw.js'

export async function startFickleProxy(target: string): Promise<FickleProxy> {
  const rules = new Map<string, Behaviour | Answer>()
  const passed: string[] = []
  let hanging: { url: string; go(): void }[] = []
  let to = target
  // Without keep-alive, because a stopping server would wait for these connections.
  const agent = new Agent({ keepAlive: false })

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    passed.push(`${incoming.method} ${incoming.url}`)
    const { hostname, port } = new URL(to)
    const { method, url: path } = incoming
    const isWorker = path === WORKER
    const headers = isWorker ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers
    const onward = request({ hostname, port, method, path, headers, agent }, (answer) => {
      const { 'content-length': length, ...others } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, isWorker ? others : answer.headers)
      if (isWorker && answer.statusCode === 200) outgoing.write(WITHOUT_BADGES)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    // If the client has disconnected, the server must not wait for the client to read the answer.
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  const ways: Record<Behaviour, (incoming: IncomingMessage, outgoing: ServerResponse) => void> = {
    pass,
    hang: (incoming, outgoing) =>
      hanging.push({ url: incoming.url ?? '', go: () => pass(incoming, outgoing) }),
    gone: (incoming) => incoming.socket.destroy(),
    error: (_, outgoing) =>
      outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"x"}'),
    gateway: (_, outgoing) =>
      outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>'),
    refusal: (_, outgoing) =>
      outgoing.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Требуется вход"}'),
    html: (_, outgoing) =>
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>x'),
  }
  const server: Server = createServer((incoming, outgoing) => {
    const below = [...rules.keys()].filter((prefix) => incoming.url?.startsWith(prefix))
    const longest = below.sort((a, b) => b.length - a.length)[0]
    const rule = (longest !== undefined && rules.get(longest)) || 'pass'
    if (typeof rule === 'string') ways[rule](incoming, outgoing)
    else outgoing.writeHead(rule.status).end(rule.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const set = (rule: Behaviour | Answer, below: string) => {
    if (below === '/') rules.clear()
    rules.set(below, rule)
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    behave(behaviour, below = '/') {
      set(behaviour, below)
      if (behaviour !== 'pass') return
      const released = hanging.filter(({ url }) => url.startsWith(below))
      hanging = hanging.filter((one) => !released.includes(one))
      for (const { go } of released) go()
    },
    answer: (answer, below = '/') => set(answer, below),
    setTarget(origin) {
      to = origin
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
