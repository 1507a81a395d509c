import { Type } from 'typebox'
import { linkPath } from '../../../../../contract/notifications/channels.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { User } from '../../../auth/user.ts'
import { type Channel, DeliveryError } from '../../delivery/channel.ts'
import { confirmLink, issueCode, peekLinkCode } from '../codes.ts'
import { LINKS, type LinkDeps, type Linking, type OpenChannel } from '../link-channel.ts'
import { type LinkPage, resultPages } from '../link-pages.ts'
import { demoAddress, linkedAddress, saveLink } from '../links.ts'
import { isMailAddress } from './address.ts'
import { createMailSender, type SendMail } from './sender.ts'
import { type CodeSigner, createCodeSigner, ofSigned } from './signed-code.ts'
import { createUnsubscribing, type Unsubscribing, unsubscribePage } from './unsubscribing.ts'

const CONFIRM_PATH = `${linkPath('mail')}/confirm`
const CODE_LIFETIME_MS = 24 * 60 * 60_000
const SEND_TIMEOUT_MS = 20_000
/** Maximum length of a text in characters: far more than anybody reads, far less than mail servers refuse. */
const TEXT_LIMIT = 100_000

export interface MailSettings {
  smtpUrl: string
  /** sender, such as 'Имя <ivan@example.ru>' */
  from: string
}

export interface OpenMail extends OpenChannel {
  /** undefined without a mail server */
  sendMail: SendMail | undefined
  unsubscribing: Unsubscribing
}

export function openMail(settings: MailSettings | undefined, deps: LinkDeps): OpenMail {
  const { db, secret, publicUrl } = deps
  const signer = createCodeSigner(secret, 'mail link')
  const unsubscribing = createUnsubscribing(secret, publicUrl)
  const sender = settings && createMailSender(settings.smtpUrl, settings.from)
  return {
    channel: sender && mailChannel(sender.send, unsubscribing),
    linking: {
      title: 'e-mail',
      status: { linked: true, unlinked: false },
      begin: {
        summary: 'Привязать e-mail',
        answer: Type.Object({ message: Type.Union([Type.Literal(true), Type.String()]) }),
      },
      sent: 'ссылка для привязки e-mail',
      unlinked: 'Email отвязан',
      link: linkOwnAddress(deps, signer, sender?.send),
    },
    pages: [confirmationPage(db, signer), unsubscribePage(db, unsubscribing)],
    sendMail: sender?.send,
    unsubscribing,
    close: () => sender?.close(),
  }
}

export function mailChannel(sendMail: SendMail, { headersFor }: Pick<Unsubscribing, 'headersFor'>): Channel {
  return {
    name: 'mail',
    addresses: LINKS,
    textLimit: TEXT_LIMIT,
    send: (address, { subject, text, key }, signal) =>
      sendMail({ to: address, subject, text, key, headers: headersFor(address) }, signal),
  }
}

/**
 * Links the user's address once it is confirmed on the page of a mailed link; in demo mode without a mail server, at
 * once. The function returns true as the message if the address is now linked, else the user's next step.
 */
function linkOwnAddress(
  { db, demo }: LinkDeps,
  signer: CodeSigner,
  sendMail: SendMail | undefined,
): Linking['link'] {
  return async (user, originOf) => {
    const origin = originOf()
    if (!sendMail && !demo)
      throw new Refusal(503, 'Почта не настроена на сервере, обратитесь к администратору')
    const address = addressOf(user)
    const link = { userId: user.id, channel: 'mail', address } as const
    if (!sendMail) {
      const unconfirmed = { ...link, address: demoAddress(address) }
      await db.transaction((sql) => saveLink(sql, unconfirmed, Date.now()))
      return { message: true }
    }
    if ((await linkedAddress(db, user.id, 'mail')) === address) return { message: true }
    const code = await issueCode(db, link, CODE_LIFETIME_MS)
    await sendMail(
      { to: address, subject: SUBJECT, text: textWith(`${origin}${CONFIRM_PATH}?code=${signer.sign(code)}`) },
      AbortSignal.timeout(SEND_TIMEOUT_MS),
    ).catch(refuse(address))
    return { message: `Письмо со ссылкой для подтверждения отправлено на ${address}` }
  }
}

/**
 * Returns the user name, which serves as the e-mail address (specification 3.14).
 * @throws Refusal if the name is not an e-mail address
 */
function addressOf({ username }: User): string {
  if (isMailAddress(username)) return username
  throw new Refusal(400, 'Имя пользователя не похоже на адрес электронной почты')
}

const refuse =
  (address: string) =>
  (cause: unknown): never => {
    throw cause instanceof DeliveryError && cause.permanent
      ? new Refusal(400, `Почтовый сервер не принимает письма для ${address}`, {}, { cause })
      : new Refusal(503, 'Письмо не отправлено: почтовый сервер не отвечает, попробуйте позже', {}, { cause })
  }

const SUBJECT = 'Подтверждение адреса для уведомлений о ценах'

const textWith = (url: string): string => `Здравствуйте!

Чтобы получать уведомления об изменении цен на этот адрес, откройте ссылку и нажмите «Подтвердить адрес»:

${url}

Ссылка действует 24 часа и только один раз. Если вы этого не просили, ничего не делайте.
`

const CONFIRMED = resultPages({
  heading: 'Адрес подтверждён',
  text: 'Уведомления об изменении цен будут приходить на эту почту. Эту вкладку можно закрыть.',
})

const confirmationPage = (db: Db, signer: CodeSigner): LinkPage => ({
  path: CONFIRM_PATH,
  get: [
    'Подтверждение e-mail: вопрос',
    ofSigned(signer.open, async (code) => {
      const { result, address } = await peekLinkCode(db, 'mail', code)
      if (result !== 'linked') return CONFIRMED[result]
      return {
        heading: 'Подтвердите адрес',
        text: `Присылать уведомления об изменении цен на ${address}? Если вы этого не просили, закройте эту вкладку.`,
        button: 'Подтвердить адрес',
      }
    }),
  ],
  post: [
    'Подтвердить e-mail',
    ofSigned(signer.open, async (code) => CONFIRMED[await confirmLink(db, 'mail', code)]),
  ],
})
