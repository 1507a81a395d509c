import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerError } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  /** values by header name in lower case, in order, unfolded and decoded */
  headers: Map<string, string[]>
  text: string
  raw: string
}

/** Real SMTP server on loopback that records mails. */
export interface TestSmtp {
  url: string
  mails: ReceivedMail[]
  /** number of connections opened so far, and of those open now */
  connections: { opened: number; open: number }
  /** resolves at the first connection */
  connected: Promise<void>
  /** drops connections like a restarting mail server */
  dropConnections(): void
  /** refuses mails to this recipient with this status code */
  refuse(address: string, code: number): void
  /** refuses mails from every sender with this status code; undefined accepts them again */
  refuseSenders(code: number | undefined): void
  close(): Promise<void>
}

export async function startSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = []
  const refused = new Map<string, number>()
  let refusedSenders: number | undefined
  const connections = { opened: 0, open: 0 }
  const connected = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onMailFrom: (_address, _session, done) => done(refusal(refusedSenders)),
    onRcptTo: ({ address }, _session, done) => done(refusal(refused.get(address))),
    onData(stream, { envelope }, done) {
      stream.toArray().then((chunks) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to, ...readMime(Buffer.concat(chunks).toString()) })
        done()
      }, done)
    },
  })
  server.server.on('connection', (socket) => {
    connections.opened++
    connections.open++
    sockets.add(socket)
    connected.resolve()
    socket.on('close', () => {
      connections.open--
      sockets.delete(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections,
    connected: connected.promise,
    dropConnections() {
      for (const socket of sockets) socket.destroy()
    },
    refuse: (address, code) => void refused.set(address, code),
    refuseSenders(code) {
      refusedSenders = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(code: number | undefined): SMTPServerError | null {
  return code === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: code })
}

/** Parses a mail with a single text part. */
function readMime(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'raw'> {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(/:\s*(.*)/s)
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), decodeWords(value)])
  }
  const encoding = headers.get('content-transfer-encoding')?.[0] ?? '7bit'
  const text = (BODY_DECODERS[encoding] ?? String)(raw.slice(end + 4))
  return { headers, text: text.replaceAll('\r\n', '\n'), raw }
}

const BODY_DECODERS: Record<string, (body: string) => string> = {
  base64: (body) => Buffer.from(body, 'base64').toString(),
  'quoted-printable': (body) => decodeQuoted(body.replace(/=\r\n/g, '')),
}

const decodeQuoted = (text: string): string =>
  decodeURIComponent(text.replaceAll('%', '%25').replace(/=([0-9A-F]{2})/g, '%$1'))

/** Decodes encoded words (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}
