import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { SESSION_PATHS } from '../../../../contract/paths.ts'
import type { Db } from '../../../platform/db/db.ts'
import { confirmLink, foreseeLink } from './codes.ts'
import type { Links } from './create-links.ts'
import {
  DEMO_CHAT_PAGES,
  MAIL_PAGES,
  noBotDemoPage,
  noBotPage,
  PAGE_CSP,
  type Page,
  renderPage,
} from './pages.ts'
import { demoChat } from './telegram/linking.ts'

/** Paths of the pages that confirmation links open. The code in the link replaces a session. */
export const LINK_PAGES = {
  telegram: `${SESSION_PATHS.verifyTelegram}/page`,
  mail: `${SESSION_PATHS.verifyMail}/confirm`,
} as const

const CODE_LENGTH = 200
const Code = Type.Object({ code: Type.String({ maxLength: CODE_LENGTH, default: '' }) })
const limited = { rateLimit: { max: 60, timeWindow: '1 minute' } }

export const linkPages: FastifyPluginAsyncTypebox<{ db: Db; links: Links }> = async (app, { db, links }) => {
  app.get(
    LINK_PAGES.mail,
    {
      // No HEAD route: link scanners send HEAD requests, which must not consume the code.
      exposeHeadRoute: false,
      config: limited,
      schema: { summary: 'Подтверждение e-mail по ссылке из письма', querystring: Code },
    },
    async (request, reply) => {
      const code = links.signer.open(request.query.code)
      const confirmation = code === undefined ? 'unknown' : await confirmLink(db, 'mail', code)
      return answer(reply, confirmation === 'linked' ? 200 : 400, MAIL_PAGES[confirmation])
    },
  )

  const { page } = links
  if (!page) return
  app.get(
    LINK_PAGES.telegram,
    { config: limited, schema: { summary: 'Страница вместо бота Telegram', querystring: Code } },
    async (request, reply) => {
      const { code } = request.query
      if (!page.confirms) return answer(reply, 200, noBotPage())
      const foreseen = await foreseeLink(db, 'telegram', code)
      if (foreseen === 'linked') return answer(reply, 200, noBotDemoPage(code))
      return answer(reply, 400, DEMO_CHAT_PAGES[foreseen])
    },
  )

  if (!page.confirms) return
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post(
    LINK_PAGES.telegram,
    { config: limited, schema: { summary: 'Учебная привязка Telegram', body: Code } },
    async (request, reply) => {
      // Needs no CSRF protection, because other sites do not know the code.
      const confirmation = await confirmLink(db, 'telegram', request.body.code, demoChat)
      return answer(reply, confirmation === 'linked' ? 200 : 400, DEMO_CHAT_PAGES[confirmation])
    },
  )
}

function answer(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return reply
    .status(status)
    .headers({
      'content-security-policy': PAGE_CSP,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(renderPage(page))
}
