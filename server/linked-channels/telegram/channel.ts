import type { Api } from 'grammy'
import type { Channel } from '../../delivery/channel.ts'
import { LINKS } from '../address-book.ts'
import { deliveryErrorOf } from './errors.ts'
import { forGrammy } from './signal.ts'

/** The Bot API's own bound. */
const TEXT_LIMIT = 4_096

/**
 * Messages go out without parse_mode, so that markup in them is text. The Bot API knows no key of idempotency: when
 * this process dies after Telegram took a message and before that was written down, the person gets it twice.
 */
export function telegramChannel(api: Api): Channel {
  return {
    name: 'telegram',
    addresses: LINKS,
    textLimit: TEXT_LIMIT,
    async send(chat, { text }, signal) {
      try {
        // Without previews: every site that a message names would get one.
        const options = { link_preview_options: { is_disabled: true } }
        await api.sendMessage(chat, text, options, forGrammy(signal))
      } catch (error) {
        throw deliveryErrorOf(error)
      }
    },
  }
}
