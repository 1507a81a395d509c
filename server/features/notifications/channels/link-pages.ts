import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { SESSION_PATHS } from '../../../../contract/paths.ts'
import type { Db } from '../../../platform/db/db.ts'
import { confirmLink, foreseeLink } from './codes.ts'
import type { Links } from './create-links.ts'
import { isLinked, removeAddress } from './links.ts'
import { UNSUBSCRIBE_PATH } from './mail/unsubscribing.ts'
import {
  alreadyUnsubscribedPage,
  DEMO_CHAT_PAGES,
  FOREIGN_PAGE,
  MAIL_PAGES,
  mailQuestionPage,
  noBotDemoPage,
  noBotPage,
  PAGE_CSP,
  type Page,
  renderPage,
  unsubscribedPage,
  unsubscribeQuestionPage,
} from './pages.ts'
import { demoChat } from './telegram/linking.ts'

/** Paths of the pages that links in mails open. The code in the link replaces a session. */
export const LINK_PAGES = {
  telegram: `${SESSION_PATHS.verifyTelegram}/page`,
  mail: `${SESSION_PATHS.verifyMail}/confirm`,
  unsubscribe: UNSUBSCRIBE_PATH,
} as const

/** The code of an unsubscribe link contains the address. */
const CODE_LENGTH = 1_000
const BODY_BYTES = 10_000
const Code = Type.Object({ code: Type.String({ maxLength: CODE_LENGTH, default: '' }) })
const limited = { rateLimit: { max: 60, timeWindow: '1 minute' } }
const options = (summary: string) => ({ config: limited, schema: { summary, querystring: Code } })

/**
 * Pages of links in mails. A GET request never changes anything, because mail scanners open links: each page has a button
 * that posts to its own address. The pages need no CSRF protection, because other sites do not know the code.
 */
export const linkPages: FastifyPluginAsyncTypebox<{ db: Db; links: Links }> = async (app, { db, links }) => {
  // The code is in the address, so bodies are ignored: that of RFC 8058 may have either type of forms.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) =>
    done(null),
  )

  app.get(LINK_PAGES.mail, options('Подтверждение e-mail: вопрос'), async (request, reply) => {
    const code = links.signer.open(request.query.code)
    if (code === undefined) return answer(reply, 400, FOREIGN_PAGE)
    const { result, address } = await foreseeLink(db, 'mail', code)
    if (result === 'linked') return answer(reply, 200, mailQuestionPage(address))
    return answer(reply, 400, MAIL_PAGES[result])
  })

  app.post(LINK_PAGES.mail, options('Подтвердить e-mail'), async (request, reply) => {
    const code = links.signer.open(request.query.code)
    if (code === undefined) return answer(reply, 400, FOREIGN_PAGE)
    const result = await confirmLink(db, 'mail', code)
    return answer(reply, result === 'linked' ? 200 : 400, MAIL_PAGES[result])
  })

  app.get(LINK_PAGES.unsubscribe, options('Отписка от писем: вопрос'), async (request, reply) => {
    const address = links.unsubscribing.addressOf(request.query.code)
    if (address === undefined) return answer(reply, 400, FOREIGN_PAGE)
    const page = (await isLinked(db, 'mail', address)) ? unsubscribeQuestionPage : alreadyUnsubscribedPage
    return answer(reply, 200, page(address))
  })

  app.post(LINK_PAGES.unsubscribe, options('Отписаться от писем (RFC 8058)'), async (request, reply) => {
    const address = links.unsubscribing.addressOf(request.query.code)
    if (address === undefined) return answer(reply, 400, FOREIGN_PAGE)
    const isRemoved = await db.transaction((sql) => removeAddress(sql, 'mail', address, 'link in a mail'))
    return answer(reply, 200, (isRemoved ? unsubscribedPage : alreadyUnsubscribedPage)(address))
  })

  const { page } = links
  if (!page) return
  app.get(LINK_PAGES.telegram, options('Страница вместо бота Telegram'), async (request, reply) => {
    if (!page.confirms) return answer(reply, 200, noBotPage())
    const { result } = await foreseeLink(db, 'telegram', request.query.code)
    if (result === 'linked') return answer(reply, 200, noBotDemoPage())
    return answer(reply, 400, DEMO_CHAT_PAGES[result])
  })

  if (!page.confirms) return
  app.post(LINK_PAGES.telegram, options('Учебная привязка Telegram'), async (request, reply) => {
    const result = await confirmLink(db, 'telegram', request.query.code, demoChat)
    return answer(reply, result === 'linked' ? 200 : 400, DEMO_CHAT_PAGES[result])
  })
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
