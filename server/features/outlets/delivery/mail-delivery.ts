import { MAX_MAIL_MEGABYTES } from '../../../../contract/outlets/delivery-kinds.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { isMailAddress } from '../../notifications/channels/mail/address.ts'
import { DeliveryError } from '../../notifications/delivery/channel.ts'
import { contentOf, type DeliveryModule, NO_SECRETS } from './delivery-kind.ts'

const NO_MAIL = 'Почта не настроена на сервере, обратитесь к администратору'

/** Sends a file as the attachment of one mail to all recipients. */
export const MAIL_DELIVERY: DeliveryModule<'mail'> = {
  // Each recipient must be a plain address, which can add no header.
  check({ recipients }, { sendMail }) {
    if (!sendMail) throw new Refusal(409, NO_MAIL)
    const plain = [...new Set(recipients.map((one) => one.trim()))]
    const wrong = plain.find((one) => !isMailAddress(one))
    if (wrong !== undefined) {
      const shown = wrong.replace(/\p{Cc}/gu, ' ').slice(0, 100)
      throw new Refusal(400, `Это не адрес электронной почты: «${shown}»`)
    }
    return { settings: { kind: 'mail', recipients: plain }, secrets: NO_SECRETS }
  },
  words: ({ recipients }) => `отправляется почтой на ${recipients.join(', ')}`,
  async send({ recipients }, { settings, set_name: set, published_at }, file, { sendMail }, signal) {
    if (!sendMail) throw new FetchFailure(NO_MAIL, false)
    const { name, type, key, body } = file
    const content = await contentOf(body, MAX_MAIL_MEGABYTES, 'почтой его не отправить')
    const day = DAY.format(published_at)
    try {
      await sendMail(
        {
          to: recipients,
          subject: `Цены: ${settings.name}, ${day}`,
          text: `Выгрузка «${settings.name}», набор «${set}» от ${day}.\nЦены — в приложенном файле ${name}.\n`,
          key,
          attachment: { name, type, content },
        },
        signal,
      )
    } catch (error) {
      throw failureOf(error)
    }
    return undefined
  },
}

const DAY = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

function failureOf(error: unknown): unknown {
  if (!(error instanceof DeliveryError)) return error
  const { refused } = error
  if (refused) {
    const whom = `Почтовый сервер не принял адреса: ${refused.addresses.join(', ')}`
    // A retry would bring the mail to the others once more.
    return refused.othersGot
      ? new FetchFailure(`${whom}. Остальным письмо отправлено`, false)
      : new FetchFailure(whom, !error.permanent)
  }
  return error.permanent
    ? new FetchFailure('Почтовый сервер не принял письмо с файлом', false)
    : new FetchFailure('Почтовый сервер не отвечает или не принял письмо', true)
}
