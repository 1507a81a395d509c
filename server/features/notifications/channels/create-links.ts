import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/db/db.ts'
import type { Channel } from '../delivery/channel.ts'
import type { LinkConfig } from './config.ts'
import { removeAddress } from './links.ts'
import { mailChannel } from './mail/channel.ts'
import { linkAtOnce, linkByConfirmation, type MailLinking, noMailServer } from './mail/linking.ts'
import { createMailSender, type SendMail } from './mail/sender.ts'
import { type CodeSigner, createCodeSigner } from './mail/signed-code.ts'
import { createUnsubscribing, type Unsubscribing } from './mail/unsubscribing.ts'
import { createLinkBot } from './telegram/bot.ts'
import { telegramChannel } from './telegram/channel.ts'
import { linkByBot, linkByPage, type TelegramLinking } from './telegram/linking.ts'
import { createPolling, type Polling } from './telegram/polling.ts'

export interface LinkDeps {
  db: Db
  config: LinkConfig
  /** key that signs the codes in mailed links; the same on every server of one database */
  secret: string
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** Everything needed to link users to the configured channels. */
export interface Links {
  telegram: TelegramLinking
  mail: MailLinking
  /** undefined without a mail server */
  sendMail: SendMail | undefined
  signer: CodeSigner
  unsubscribing: Unsubscribing
  publicUrl: string | undefined
  /** settings of the page that replaces the bot; undefined if there is a bot */
  page: { confirms: boolean } | undefined
  /** configured channels, for the delivery of notifications */
  channels: Channel[]
  endLink(link: { channel: string; address: string }, why: string): Promise<void>
  footer: string | undefined
  /** polls for messages to the bot; only one server of a database may run it at a time */
  updates: Polling
  close(): void
}

export function createLinks({ db, config, secret, log }: LinkDeps): Links {
  const signer = createCodeSigner(secret, 'mail link')
  const unsubscribing = createUnsubscribing(secret, config.publicUrl)
  const telegram = config.telegram
    ? withBot(db, config.telegram, log)
    : withoutBot(db, { confirms: config.demo })
  const mail = config.mail ? withMail(db, config.mail, signer, unsubscribing) : withoutMail(db, config.demo)
  return {
    telegram: telegram.linking,
    mail: mail.linking,
    sendMail: mail.send,
    signer,
    unsubscribing,
    publicUrl: config.publicUrl,
    page: telegram.page,
    channels: [...telegram.channels, ...mail.channels],
    async endLink({ channel, address }, why) {
      await db.transaction((sql) => removeAddress(sql, channel, address, why))
    },
    footer: config.publicUrl && `Все уведомления: ${config.publicUrl}/profile/notifications`,
    updates: telegram.updates,
    close: mail.close,
  }
}

function withBot(db: Db, settings: NonNullable<LinkConfig['telegram']>, log: LinkDeps['log']) {
  const bot = createLinkBot(db, settings)
  const updates = createPolling({ bot, log })
  return { linking: linkByBot(db, bot), channels: [telegramChannel(bot.api)], page: undefined, updates }
}

function withoutBot(db: Db, page: { confirms: boolean }) {
  const updates: Polling = { start() {}, async stop() {} }
  return { linking: linkByPage(db), channels: [], page, updates }
}

function withMail(
  db: Db,
  { smtpUrl, from }: NonNullable<LinkConfig['mail']>,
  signer: CodeSigner,
  unsubscribing: Unsubscribing,
) {
  const { send, close } = createMailSender(smtpUrl, from)
  return {
    linking: linkByConfirmation(db, send, signer),
    channels: [mailChannel(send, unsubscribing)],
    send,
    close,
  }
}

function withoutMail(db: Db, demo: boolean) {
  return { linking: demo ? linkAtOnce(db) : noMailServer, channels: [], send: undefined, close() {} }
}
