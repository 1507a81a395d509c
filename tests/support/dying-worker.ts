import { readDatabaseLocation } from '../../server/config.ts'
import { mailChannel } from '../../server/features/notifications/channels/mail/mail-linking.ts'
import { createMailSender } from '../../server/features/notifications/channels/mail/sender.ts'
import type { Channel } from '../../server/features/notifications/delivery/channel.ts'
import { createDelivery } from '../../server/features/notifications/delivery/delivery.ts'
import { openDatabase } from '../../server/platform/db/open.ts'

/** Program that delivers the outbox once and kills itself at the step named by DIE_AT. */

const { SMTP_URL = '', DIE_AT = '', NOW = '' } = process.env
const FROM = 'prices@example.ru'

const dieAt = (step: string): void => {
  if (step === DIE_AT) process.kill(process.pid, 'SIGKILL')
}

const sender = createMailSender(SMTP_URL, FROM)
const mail = mailChannel(sender.send, { headersFor: () => ({}) })
const channel: Channel = {
  ...mail,
  async send(...message) {
    dieAt('taken')
    await mail.send(...message)
    dieAt('sent')
  },
}
const db = await openDatabase(readDatabaseLocation(process.env))
const log = { warn: (text: string) => void process.stderr.write(`${text}\n`) }
const delivery = createDelivery({
  db,
  channels: [channel],
  server: 'dying',
  clock: () => Number(NOW),
  endLink: async () => undefined,
  log: log as never,
})
await delivery.deliverDue()
dieAt('marked')
sender.close()
await db.close()
