import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { LinkConfirmation } from './codes.ts'

/** Summary for the documentation, and the page that answers a code. */
type Answer = [summary: string, answer: (code: string) => Promise<Page> | Page]

/** Page of this server that a link in a message opens. The code in the link replaces a session. */
export interface LinkPage {
  path: string
  /** A GET request never changes anything, because mail scanners open links: the button of its page posts. */
  get: Answer
  post?: Answer
}

/** Content of a small page that does not belong to the app and needs no scripts. */
export interface Page {
  heading: string
  text: string
  /** label of the button that posts to the page's own address, with its code */
  button?: string
  /** whether the code is refused: status 400 */
  isRefused?: boolean
}

const AGAIN = 'Откройте личный кабинет и начните привязку заново.'

export const resultPages = (linked: Page): Readonly<Record<LinkConfirmation, Page>> => ({
  linked,
  expired: { heading: 'Срок ссылки истёк', text: AGAIN, isRefused: true },
  unknown: {
    heading: 'Ссылка больше не действует',
    text: `Она уже использована или заменена новой. Если привязки ещё нет: ${AGAIN.toLowerCase()}`,
    isRefused: true,
  },
})

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; box-sizing: border-box; }
main { max-width: 28rem; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .75rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
button { font: inherit; padding: .625rem 1.25rem; border: 0; border-radius: .5rem; background: #1d4ed8; color: #fff;
  cursor: pointer; }
button:focus-visible { outline: 3px solid #93c5fd; outline-offset: 2px; }
`

const HEADERS = {
  // Allows only STYLE and forms that post to the own origin.
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

function renderPage({ heading, text, button }: Page): string {
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return (
    '<!doctype html><html lang="ru"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
    `<title>${escapeHtml(heading)}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** A code may contain an address. */
const CODE_LENGTH = 1_000
const BODY_BYTES = 10_000
const Code = Type.Object({ code: Type.String({ maxLength: CODE_LENGTH, default: '' }) })
const limited = { rateLimit: { max: 60, timeWindow: '1 minute' } }

/** Pages of all channels. They need no CSRF protection, because other sites do not know the codes. */
export const linkPages: FastifyPluginAsyncTypebox<{ pages: readonly LinkPage[] }> = async (
  app,
  { pages },
) => {
  // The code is in the address, so bodies are ignored: that of RFC 8058 may have either type of forms.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) =>
    done(null),
  )
  const route = (method: 'GET' | 'POST', url: string, [summary, answer]: Answer) =>
    app.route({
      ...{ method, url, config: limited, schema: { summary, querystring: Code } },
      async handler(request, reply) {
        const page = await answer(request.query.code)
        return reply
          .status(page.isRefused ? 400 : 200)
          .headers(HEADERS)
          .type('text/html; charset=utf-8')
          .send(renderPage(page))
      },
    })
  for (const { path, get, post } of pages) {
    route('GET', path, get)
    if (post) route('POST', path, post)
  }
}
