import type { Bot } from 'grammy'
import type { Db } from '../../db/db.ts'
import { issueCode } from '../codes.ts'
import { LinkRefusal } from '../refusal.ts'
import { forGrammy } from './signal.ts'

/** How a user's Telegram account is linked. */
export interface TelegramLinking {
  /**
   * @param pageUrl makes the address of our own page, from a code
   * @returns the link that the person is to open
   * @throws LinkRefusal
   */
  begin(userId: string, pageUrl: (code: string) => string): Promise<string>
}

/** A deep link that starts the bot with the code. */
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

/** The Bot API is asked only where polling has not begun yet, or not succeeded. */
async function nameOf(bot: Bot): Promise<string> {
  if (bot.isInited()) return bot.botInfo.username
  try {
    bot.botInfo = await bot.api.getMe(forGrammy(AbortSignal.timeout(INTRODUCTION_MS)))
    return bot.botInfo.username
  } catch (error) {
    throw new LinkRefusal(503, 'Telegram сейчас не отвечает, попробуйте позже', error)
  }
}

/** A page of our own, for a server without a bot. */
export function linkByPage(db: Db): TelegramLinking {
  return {
    begin: async (userId, pageUrl) =>
      pageUrl(await issueCode(db, { userId, channel: 'telegram', address: '' })),
  }
}

/** Stands for the chat of a user who confirmed on that page: every user has one of their own. */
export const demoChat = (userId: string): string => `demo:${userId}`
