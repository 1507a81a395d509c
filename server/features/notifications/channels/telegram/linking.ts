import type { Bot } from 'grammy'
import type { Db } from '../../../../platform/db/db.ts'
import { issueCode } from '../codes.ts'
import { demoAddress } from '../demo.ts'
import { LinkRefusal } from '../refusal.ts'
import { forGrammy } from './signal.ts'

/** Links a user's Telegram account. */
export interface TelegramLinking {
  /**
   * @param pageUrl builds the URL of the app's own page from a code
   * @returns link for the person to open
   * @throws LinkRefusal
   */
  begin(userId: string, pageUrl: (code: string) => string): Promise<string>
}

/** Links by a deep link that starts the bot with the code. */
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

/** Queries the Bot API only if polling has not received the name yet. */
async function nameOf(bot: Bot): Promise<string> {
  if (bot.isInited()) return bot.botInfo.username
  try {
    bot.botInfo = await bot.api.getMe(forGrammy(AbortSignal.timeout(INTRODUCTION_MS)))
    return bot.botInfo.username
  } catch (error) {
    throw new LinkRefusal(503, 'Telegram сейчас не отвечает, попробуйте позже', error)
  }
}

/** Links by a page of this server, for a server without a bot. */
export function linkByPage(db: Db): TelegramLinking {
  return {
    begin: async (userId, pageUrl) =>
      pageUrl(await issueCode(db, { userId, channel: 'telegram', address: '' })),
  }
}

/** Returns a substitute for the chat id of a user who confirmed on that page, unique to the user. */
export const demoChat = (userId: string): string => demoAddress(userId)
