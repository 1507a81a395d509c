import type { Readable } from 'node:stream'
import { MAX_MAIL_MEGABYTES } from '../../../../contract/outlets/outlet.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { SendMail } from '../../notifications/channels/mail/sender.ts'
import { DeliveryError } from '../../notifications/delivery/channel.ts'
import type { StoredPublication } from '../publications.ts'
import type { DeliveryFile } from './send.ts'
import { NO_MAIL } from './settings.ts'

const DAY = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/**
 * Sends a file as the attachment of one mail to all recipients.
 * @throws or an error of the body
 */
export async function mailFile(
  recipients: readonly string[],
  {
    settings,
    set_name: set,
    published_at: publishedAt,
  }: Pick<StoredPublication, 'settings' | 'set_name' | 'published_at'>,
  { name, type, key, body }: DeliveryFile,
  sendMail: SendMail | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!sendMail) throw new FetchFailure(NO_MAIL, false)
  const content = await collect(body)
  const day = DAY.format(publishedAt)
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
}

async function collect(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += (piece as Buffer).length
    if (bytes > MAX_MAIL_MEGABYTES * 2 ** 20)
      throw new FetchFailure(`Файл больше ${MAX_MAIL_MEGABYTES} МБ: почтой его не отправить`, false)
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}

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
