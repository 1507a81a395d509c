import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BOT_TOKEN = '123456:test-token'
export const BOT_NAME = 'prices_test_bot'

interface SentText {
  chat_id: string
  text: string
  /** the complete payload, so that tests can check other options */
  payload: Record<string, unknown>
}

type Payload = Record<string, unknown>
interface Update {
  update_id: number
  [kind: string]: unknown
}
interface Refused {
  error_code: number
  description: string
  parameters?: { retry_after: number }
}
type Answer = { result: unknown } | Refused

/** Fake Bot API on loopback with the part of the real protocol that our bot uses. */
export interface TelegramDouble {
  origin: string
  sent: SentText[]
  /** number of calls by method */
  calls: Map<string, number>
  /** sends a user's message to the bot */
  say(chat: number, text: string, chatType?: 'private' | 'group'): void
  /** blocks the bot like a user: the bot is notified, and its later messages to the chat are refused with 403 */
  block(chat: number): void
  /** sets a webhook, as another program might */
  setWebhook(url: string): void
  /** answers the next calls of this method in turn; 'hang up' closes the connection */
  failNext(method: string, ...answers: (Refused | 'hang up')[]): void
  /** resolves with message n, counted from 1, once it has arrived */
  message(n: number): Promise<SentText>
  /** resolves once the method has been called n times */
  called(method: string, n: number): Promise<void>
  /** number of updates not yet confirmed by getUpdates */
  unconfirmed(): number
  close(): Promise<void>
}

export async function startTelegram(): Promise<TelegramDouble> {
  const sent: SentText[] = []
  const calls = new Map<string, number>()
  const planned = new Map<string, (Refused | 'hang up')[]>()
  const known = new Set<string>()
  const blocked = new Set<string>()
  let updates: Update[] = []
  let lastUpdate = 100
  let webhook = ''
  let polling: ((answer: Answer) => void) | undefined
  const watchers: (() => void)[] = []

  const changed = () => {
    for (const watch of watchers.splice(0)) watch()
  }
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise<void>((resolve) => watchers.push(resolve))
  }
  const push = (update: Payload) => {
    updates.push({ update_id: ++lastUpdate, ...update })
    polling?.({ result: updates })
  }
  const chatOf = (id: number, type = 'private') => ({ id, type, first_name: 'Test' })

  const getUpdates = async ({ offset = 0, limit = 100, timeout = 0 }: Payload): Promise<Answer> => {
    if (webhook) {
      return { error_code: 409, description: "Conflict: can't use getUpdates method while webhook is active" }
    }
    polling?.({
      error_code: 409,
      description: 'Conflict: terminated by other getUpdates request; make sure that only one bot is running',
    })
    updates = updates.filter(({ update_id }) => update_id >= Number(offset))
    if (updates.length > 0 || timeout === 0) return { result: updates.slice(0, Number(limit)) }
    return new Promise((resolve) => {
      const timer = setTimeout(() => end({ result: [] }), Number(timeout) * 1000)
      const end = (answer: Answer) => {
        clearTimeout(timer)
        polling = undefined
        resolve(answer)
      }
      polling = end
    })
  }

  const sendMessage = (payload: Payload): Answer => {
    const [chat, text] = [String(payload.chat_id), String(payload.text ?? '')]
    if (blocked.has(chat)) return { error_code: 403, description: 'Forbidden: bot was blocked by the user' }
    if (!known.has(chat)) return { error_code: 400, description: 'Bad Request: chat not found' }
    if (!text.trim()) return { error_code: 400, description: 'Bad Request: message text is empty' }
    if (text.length > 4096) return { error_code: 400, description: 'Bad Request: message is too long' }
    sent.push({ chat_id: chat, text, payload })
    return { result: { message_id: sent.length, date: 1, chat: chatOf(Number(chat)), text } }
  }

  const methods: Record<string, (payload: Payload) => Answer | Promise<Answer>> = {
    getMe: () => ({ result: { id: 123456, is_bot: true, first_name: 'Цены', username: BOT_NAME } }),
    deleteWebhook() {
      webhook = ''
      return { result: true }
    },
    getUpdates,
    sendMessage,
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const body = (await request.toArray()).join('')
    const plan = planned.get(method)?.shift()
    calls.set(method, (calls.get(method) ?? 0) + 1)
    changed()
    if (plan === 'hang up') {
      request.socket.destroy()
      return
    }
    const result =
      token === BOT_TOKEN
        ? (plan ?? (await methods[method]?.(body ? JSON.parse(body) : {})))
        : { error_code: 401, description: 'Unauthorized' }
    changed()
    const { status, ...payload } = toWire(result ?? { error_code: 404, description: 'Not Found' })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(payload))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    calls,
    say(chat, text, chatType) {
      known.add(String(chat))
      const command = /^\/\w+/.exec(text)?.[0]
      const entities = command ? [{ type: 'bot_command', offset: 0, length: command.length }] : []
      const from = { id: chat, is_bot: false, first_name: 'Test' }
      push({ message: { message_id: 1, date: 1, chat: chatOf(chat, chatType), from, text, entities } })
    },
    block(chat) {
      blocked.add(String(chat))
      const from = { id: chat, is_bot: false, first_name: 'Test' }
      const user = { id: 123456, is_bot: true, first_name: 'Цены' }
      const [member, kicked] = ['member', 'kicked'].map((status) => ({ status, user, until_date: 0 }))
      push({
        my_chat_member: {
          chat: chatOf(chat),
          from,
          date: 1,
          old_chat_member: member,
          new_chat_member: kicked,
        },
      })
    },
    setWebhook(url) {
      webhook = url
    },
    failNext(method, ...answers) {
      planned.set(method, [...(planned.get(method) ?? []), ...answers])
    },
    async message(n) {
      await until(() => sent.length >= n)
      return sent[n - 1] as SentText
    },
    called: (method, n) => until(() => (calls.get(method) ?? 0) >= n),
    unconfirmed: () => updates.length,
    async close() {
      polling?.({ result: [] })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Converts an answer to HTTP. The Bot API uses an error's code also as the HTTP status. */
function toWire(answer: Answer) {
  return 'result' in answer
    ? { status: 200, ok: true, ...answer }
    : { status: answer.error_code, ok: false, ...answer }
}
