import type { Api } from 'grammy'
import type { Channel } from '../../delivery/channel.ts'
import { LINKS } from '../address-book.ts'
import { deliveryErrorOf } from './errors.ts'
import { forGrammy } from './signal.ts'

/** Limit of the Bot API in characters. */
const TEXT_LIMIT = 4_096

/**
 * Creates the Telegram channel. It sends without parse_mode, so that markup is plain text. The Bot API has no
 * idempotency keys: if this process dies after Telegram has accepted a message but before it is marked as sent, the
 * person gets it twice.
 */
export function telegramChannel(api: Api): Channel {
  return {
    name: 'telegram',
    addresses: LINKS,
    textLimit: TEXT_LIMIT,
    async send(chat, { text }, signal) {
      try {
        // Without this, every site named in a message would get a preview.
        const options = { link_preview_options: { is_disabled: true } }
        await api.sendMessage(chat, text, options, forGrammy(signal))
      } catch (error) {
        throw deliveryErrorOf(error)
      }
    },
  }
}
