import type { InjectOptions } from 'fastify'
import { afterEach } from 'vitest'
import { type LinkWire, linkWire } from './link-wire.ts'
import { startSmtp, type TestSmtp } from './smtp.ts'
import { BOT_TOKEN, startTelegram, type TelegramDouble } from './telegram.ts'

export const MAIL = '/user/verify/mail'
export const TELEGRAM = '/user/verify/telegram'
export const ANNA = 'anna@example.ru'

type Answer = Awaited<ReturnType<LinkWire['as']>>

interface Told {
  status: number
  url: string
  message: unknown
}

/** Common steps of the tests of link routes. */
export interface LinkTests {
  wire: LinkWire
  start(env?: Record<string, string>): Promise<void>
  startWithMail(env?: Record<string, string>): Promise<TestSmtp>
  startWithBot(env?: Record<string, string>): Promise<TelegramDouble>
  /** @returns status and fields of the answer */
  call(method: 'GET' | 'POST' | 'DELETE', url: string, username?: string): Promise<Told>
  statusOf(url: string, username?: string): Promise<unknown>
  /** opens a page without a session */
  open(url: string): Promise<Answer>
  /** presses the button of a page */
  press(url: string): Promise<Answer>
  /** the audit log's entries about links */
  audited(): Promise<string[]>
}

/**
 * Registers hooks; must be called at the top level of a test file. Everything that a test starts is stopped at its end.
 */
export function linkTests(): LinkTests {
  let cleanUps: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
    cleanUps = []
  })
  const inject = (request: InjectOptions) => t.wire.app.inject(request)

  const t: LinkTests = {
    wire: undefined as never,
    async start(env = {}) {
      t.wire = await linkWire(env)
      cleanUps.push(t.wire.close)
      await t.wire.person(ANNA)
    },
    async startWithMail(env = {}) {
      const smtp = await startSmtp()
      cleanUps.push(smtp.close)
      await t.start({ SMTP_URL: smtp.url, MAIL_FROM: 'prices@example.ru', ...env })
      return smtp
    },
    async startWithBot(env = {}) {
      const telegram = await startTelegram()
      cleanUps.push(telegram.close)
      await t.start({ TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_ROOT: telegram.origin, ...env })
      return telegram
    },
    async call(method, url, username = ANNA) {
      const answer = await t.wire.as(username, { method, url })
      return { status: answer.statusCode, ...(answer.json() as Omit<Told, 'status'>) }
    },
    statusOf: async (url, username) => (await t.call('GET', url, username)).message,
    open: (url) => inject({ url }),
    press: (url) =>
      inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      }),
    async audited() {
      const rows = await t.wire.db.all<{ details: string }>(
        "SELECT details FROM audit_log WHERE event = 'link changed' ORDER BY id",
      )
      return rows.map(({ details }) => details)
    },
  }
  return t
}

/** Returns the first link in a text. */
export const linkIn = (text = ''): URL => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'about:blank')

export const pathOf = ({ pathname, search }: URL): string => pathname + search
