import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ReceivedPush, TestPushService } from './push-service.ts'

/** Messages from Firefox to a push service (mozilla-services/autopush, 'SimplePush protocol'). */
type FromFirefox =
  | { messageType: 'hello'; uaid?: string }
  | { messageType: 'register'; channelID: string; key?: string }
  | { messageType: 'unregister'; channelID: string }
  | { messageType: 'ack'; updates: { channelID: string; version: string; code: number }[] }
  | Record<string, never>

/** The part of a push service to which browsers connect. */
export interface FirefoxPushService {
  /** value of the preference dom.push.serverURL */
  url: string
  /** Firefox's acknowledgement codes: 100 for delivered, 101 for not decryptable */
  acks: number[]
  /** subscribed channels */
  channels: ReadonlySet<string>
  close(): Promise<void>
}

/** Path of endpoints at the HTTPS part of the push service, which forwards messages to Firefox. */
const PATH = '/firefox/'

export async function startFirefoxPushService(service: TestPushService): Promise<FirefoxPushService> {
  const channels = new Set<string>()
  const acks: number[] = []
  /** messages that Firefox has not acknowledged; they are sent again after a reconnect */
  const undelivered = new Map<string, object>()
  let connection: WebSocket | undefined
  let versions = 0
  const send = (message: object) => connection?.send(JSON.stringify(message))

  service.answers.set(PATH, (push: ReceivedPush) => {
    const channelID = push.path.slice(PATH.length)
    // RFC 8030 §7.3: 410 means that the subscription has ended.
    if (!channels.has(channelID)) return 410
    const version = `v${++versions}`
    const message = {
      messageType: 'notification',
      channelID,
      version,
      data: push.body.toString('base64url'),
      headers: { encoding: 'aes128gcm' },
    }
    undelivered.set(version, message)
    send(message)
    return 201
  })

  const answer: Record<string, (message: FromFirefox & Record<string, never>) => void> = {
    hello({ uaid }) {
      send({
        messageType: 'hello',
        uaid: uaid ?? '0'.repeat(32),
        status: 200,
        use_webpush: true,
        broadcasts: {},
      })
      for (const message of undelivered.values()) send(message)
    },
    register({ channelID }) {
      channels.add(channelID)
      const pushEndpoint = `${service.origin}${PATH}${channelID}`
      send({ messageType: 'register', channelID, status: 200, pushEndpoint })
    },
    unregister({ channelID }) {
      channels.delete(channelID)
      send({ messageType: 'unregister', channelID, status: 200 })
    },
    ack({ updates }) {
      for (const { version, code } of updates as { version: string; code: number }[]) {
        acks.push(code)
        undelivered.delete(version)
      }
    },
  }
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    handleProtocols: () => 'push-notification',
  })
  server.on('connection', (socket) => {
    connection = socket
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { messageType?: string }
      const give = answer[message.messageType ?? '']
      if (give) give(message as never)
      // {} is a ping.
      else send({})
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    acks,
    channels,
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate()
        server.close(() => resolve())
      }),
  }
}
