import type { Api } from 'grammy'
import type { Channel } from '../../delivery/channel.ts'
import { LINKS } from '../address-book.ts'
import { deliveryErrorOf } from './errors.ts'
import { forGrammy } from './signal.ts'

/** Maximum length of a message in characters, set by the Bot API. */
const TEXT_LIMIT = 4_096

/**
 * Creates the Telegram channel. Messages have no parse_mode, so that markup is displayed literally. The Bot API has no
 * idempotency keys: if this process dies after Telegram accepted a message and before the message is marked as sent,
 * the user receives it twice.
 */
export function telegramChannel(api: Api): Channel {
  return {
    name: 'telegram',
    addresses: LINKS,
    textLimit: TEXT_LIMIT,
    async send(chat, { text }, signal) {
      try {
        // Without this option, Telegram would add a preview of a site named in the message.
        const options = { link_preview_options: { is_disabled: true } }
        await api.sendMessage(chat, text, options, forGrammy(signal))
      } catch (error) {
        throw deliveryErrorOf(error)
      }
    },
  }
}
