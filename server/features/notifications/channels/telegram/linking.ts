import type { Bot } from 'grammy'
import type { Db } from '../../../../platform/db/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { issueCode } from '../codes.ts'
import { demoAddress } from '../demo.ts'
import { forGrammy } from './signal.ts'

/** Links a user's Telegram account. */
export interface TelegramLinking {
  /**
   * Starts the linking: issues a code and returns the URL for the user to open.
   * @param pageUrl builds the URL of the confirmation page for a code
   * @throws Refusal
   */
  begin(userId: string, pageUrl: (code: string) => string): Promise<string>
}

/** Links an account by a deep link that starts the bot with the code. */
export function linkByBot(db: Db, bot: Bot): TelegramLinking {
  return {
    async begin(userId) {
      const name = await nameOf(bot)
      const code = await issueCode(db, { userId, channel: 'telegram', address: '' })
      return `https://t.me/${name}?start=${code}`
    },
  }
}

const INTRODUCTION_MS = 5_000

/** Returns the bot's name. Queries the Bot API only if polling has not received the name yet. */
async function nameOf(bot: Bot): Promise<string> {
  if (bot.isInited()) return bot.botInfo.username
  try {
    bot.botInfo = await bot.api.getMe(forGrammy(AbortSignal.timeout(INTRODUCTION_MS)))
    return bot.botInfo.username
  } catch (error) {
    throw new Refusal(503, 'Telegram сейчас не отвечает, попробуйте позже', {}, { cause: error })
  }
}

/** Links an account by a page of this server, for servers without a bot. */
export function linkByPage(db: Db): TelegramLinking {
  return {
    begin: async (userId, pageUrl) =>
      pageUrl(await issueCode(db, { userId, channel: 'telegram', address: '' })),
  }
}

/** Returns the placeholder address of a user who confirmed on that page instead of in a chat; unique to the user. */
export const demoChat = (userId: string): string => demoAddress(userId)
