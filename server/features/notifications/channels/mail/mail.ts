import { OperatorError } from '../../../../platform/operator-error.ts'
import type { LinkChannel } from '../link-channel.ts'
import { isMailAddress } from './address.ts'
import type { MailSettings } from './mail-linking.ts'

/** E-mail by the mail server of the settings. People link the address that is their user name (specification 3.14). */
export const MAIL = {
  readSettings({ SMTP_URL: smtpUrl, MAIL_FROM: from }) {
    if (!smtpUrl) return undefined
    const url = URL.canParse(smtpUrl) ? new URL(smtpUrl) : undefined
    const account = url && decoded(url.username)
    const isComplete = account !== undefined && decoded(url?.password ?? '') !== undefined
    if (!url?.hostname || !/^smtps?:$/.test(url.protocol) || !isComplete) {
      throw new OperatorError('SMTP_URL: нужен адрес вида smtps://имя:пароль@smtp.example.ru')
    }
    return { smtpUrl, from: sender(from || account) }
  },
  contactOf: ({ from }) => `mailto:${/<([^<>]*)>$/.exec(from)?.[1] ?? from}`,
  open: async (settings, deps) => (await import('./mail-linking.ts')).openMail(settings, deps),
} satisfies LinkChannel<MailSettings>

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Parses the sender: 'ivan@example.ru' or 'Имя <ivan@example.ru>'. */
function sender(text: string): string {
  const address = /^[^<>]*<([^<>]*)>$/.exec(text)?.[1] ?? text
  if (!isMailAddress(address) || /\p{Cc}/u.test(text)) {
    throw new OperatorError(
      `MAIL_FROM: нужен адрес вида prices@example.ru или Цены <prices@example.ru>${text && `, указано «${text}»`}`,
    )
  }
  return text
}
