import type { Channel } from '../../delivery/channel.ts'
import { LINKS } from '../address-book.ts'
import type { SendMail } from './sender.ts'
import type { Unsubscribing } from './unsubscribing.ts'

/** Maximum length of a text in characters: far more than anybody reads, far less than mail servers refuse. */
const TEXT_LIMIT = 100_000

/** Channel that sends notifications by the mail server of the settings. */
export function mailChannel(sendMail: SendMail, { headersFor }: Pick<Unsubscribing, 'headersFor'>): Channel {
  return {
    name: 'mail',
    addresses: LINKS,
    textLimit: TEXT_LIMIT,
    send: (address, { subject, text, key }, signal) =>
      sendMail({ to: address, subject, text, key, headers: headersFor(address) }, signal),
  }
}
