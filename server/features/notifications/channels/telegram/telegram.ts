import { OperatorError } from '../../../../platform/operator-error.ts'
import type { LinkChannel } from '../link-channel.ts'
import { webAddress } from '../web-address.ts'
import type { TelegramSettings } from './bot.ts'

const TELEGRAM_API = 'https://api.telegram.org'

/** Telegram by a bot. Without one, a page of this server stands in for it. */
export const TELEGRAM = {
  readSettings({ TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot }) {
    if (!token) return undefined
    // The message does not contain the token, because even a malformed one may be secret.
    if (!/^\d+:[\w-]+$/.test(token)) {
      throw new OperatorError('TELEGRAM_BOT_TOKEN: нужен токен от @BotFather вида 123456:ABC-DEF')
    }
    return { token, apiRoot: webAddress('TELEGRAM_API_ROOT', apiRoot || TELEGRAM_API) }
  },
  open: async (settings, deps) => (await import('./telegram-linking.ts')).openTelegram(settings, deps),
} satisfies LinkChannel<TelegramSettings>
