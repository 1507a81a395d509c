import { createHash } from 'node:crypto'
import type { LinkConfirmation } from './codes.ts'

/** Style of the small pages that links in mails open. They do not belong to the app and need no scripts. */

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

/** Content security policy of these pages: allows only STYLE and forms that post to the own origin. */
export const PAGE_CSP = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Page {
  heading: string
  text: string
  /** label of the button that posts to the page's own address, with its code */
  button?: string
}

export function renderPage({ heading, text, button }: Page): string {
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

const AGAIN = 'Откройте личный кабинет и начните привязку заново.'

const EXPIRED: Page = { heading: 'Срок ссылки истёк', text: AGAIN }
const USED: Page = {
  heading: 'Ссылка больше не действует',
  text: `Она уже использована или заменена новой. Если привязки ещё нет: ${AGAIN.toLowerCase()}`,
}

/** Page for a code that this server did not sign. */
export const FOREIGN_PAGE: Page = {
  heading: 'Ссылка не подходит',
  text: 'Она с другого сервера или скопирована не целиком. Откройте её из письма.',
}

/** Page that asks whether an address is to be linked: mail scanners open links, and press no buttons. */
export const mailQuestionPage = (address: string): Page => ({
  heading: 'Подтвердите адрес',
  text: `Присылать уведомления об изменении цен на ${address}? Если вы этого не просили, закройте эту вкладку.`,
  button: 'Подтвердить адрес',
})

export const unsubscribeQuestionPage = (address: string): Page => ({
  heading: 'Отписаться от писем',
  text: `Больше не присылать на ${address} уведомления и итоги недели? В приложении они останутся.`,
  button: 'Отписаться',
})

const LINK_AGAIN = 'Подключить почту снова можно в личном кабинете.'

export const unsubscribedPage = (address: string): Page => ({
  heading: 'Вы отписаны',
  text: `Писем на ${address} больше не будет. ${LINK_AGAIN}`,
})

/** Page for a link of an address that is no longer linked. */
export const alreadyUnsubscribedPage = (address: string): Page => ({
  heading: 'Вы уже отписаны',
  text: `Уведомления на ${address} не приходят. ${LINK_AGAIN}`,
})

export const MAIL_PAGES: Readonly<Record<LinkConfirmation, Page>> = {
  linked: {
    heading: 'Адрес подтверждён',
    text: 'Уведомления об изменении цен будут приходить на эту почту. Эту вкладку можно закрыть.',
  },
  expired: EXPIRED,
  unknown: USED,
}

export const DEMO_CHAT_PAGES: Readonly<Record<LinkConfirmation, Page>> = {
  linked: {
    heading: 'Telegram привязан',
    text: 'Привязка учебная: сообщений не будет. Эту вкладку можно закрыть и вернуться в личный кабинет.',
  },
  expired: EXPIRED,
  unknown: USED,
}

const NO_BOT = 'На этом сервере не настроен бот Telegram'

/** Page that is displayed instead of the bot if no bot is configured. */
export const noBotPage = (): Page => ({
  heading: NO_BOT,
  text: 'Привязать Telegram пока нельзя. Администратор может включить бота: TELEGRAM_BOT_TOKEN в настройках сервера.',
})

export const noBotDemoPage = (): Page => ({
  heading: NO_BOT,
  text: 'Сервер работает в демонстрационном режиме: привязку можно подтвердить здесь, без Telegram.',
  button: 'Подтвердить привязку',
})
