import type { Bot } from 'grammy'
import { Type } from 'typebox'
import { linkPath } from '../../../../../contract/notifications/channels.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { confirmLink, issueCode, peekLinkCode } from '../codes.ts'
import type { LinkDeps, OpenChannel } from '../link-channel.ts'
import { type LinkPage, resultPages } from '../link-pages.ts'
import { demoAddress } from '../links.ts'
import { createLinkBot, type TelegramSettings } from './bot.ts'
import { describeError, forGrammy, telegramChannel } from './bot-api.ts'
import { createPolling } from './polling.ts'

/** Path of the page that stands in for the bot. */
const PAGE_PATH = `${linkPath('telegram')}/page`
const CODE_LIFETIME_MS = 15 * 60_000
const INTRODUCTION_MS = 5_000

export function openTelegram(
  settings: TelegramSettings | undefined,
  { db, demo, log }: LinkDeps,
): OpenChannel {
  const bot = settings && createLinkBot(db, settings)
  return {
    ...(bot && {
      channel: telegramChannel(bot.api),
      duties: { "the bot's updates": createPolling({ bot, log }) },
    }),
    linking: {
      title: 'Telegram',
      status: { linked: 'linked', unlinked: 'unlinked' },
      begin: { summary: 'Ссылка для привязки Telegram', answer: Type.Object({ url: Type.String() }) },
      unlinked: 'unlinked',
      async link({ id }, origin) {
        if (bot) return { url: await botLink(db, bot, id) }
        const code = await issueLinkCode(db, id)
        return { url: `${origin()}${PAGE_PATH}?code=${code}` }
      },
    },
    pages: bot ? [] : [pageInsteadOfBot(db, demo)],
  }
}

const issueLinkCode = (db: Db, userId: string): Promise<string> =>
  issueCode(db, { userId, channel: 'telegram', address: '' }, CODE_LIFETIME_MS)

/** Returns a deep link that starts the bot with a code. @throws Refusal while the Bot API does not answer */
export async function botLink(db: Db, bot: Bot, userId: string): Promise<string> {
  const name = await nameOf(bot)
  return `https://t.me/${name}?start=${await issueLinkCode(db, userId)}`
}

/** Returns the bot's name. Queries the Bot API only if polling has not received the name yet. */
async function nameOf(bot: Bot): Promise<string> {
  if (bot.isInited()) return bot.botInfo.username
  try {
    bot.botInfo = await bot.api.getMe(forGrammy(AbortSignal.timeout(INTRODUCTION_MS)))
    return bot.botInfo.username
  } catch (error) {
    const cause = new Error(describeError(error))
    throw new Refusal(503, 'Telegram сейчас не отвечает, попробуйте позже', {}, { cause })
  }
}

const NO_BOT = 'На этом сервере не настроен бот Telegram'
const LINKED = resultPages({
  heading: 'Telegram привязан',
  text: 'Привязка учебная: сообщений не будет. Эту вкладку можно закрыть и вернуться в личный кабинет.',
})

/** Page that says how to configure the bot; in demo mode, with a button that links without a chat. */
function pageInsteadOfBot(db: Db, demo: boolean): LinkPage {
  const summary = 'Страница вместо бота Telegram'
  if (!demo) {
    const text =
      'Привязать Telegram пока нельзя. Администратор может включить бота: TELEGRAM_BOT_TOKEN в настройках сервера.'
    return { path: PAGE_PATH, get: [summary, () => ({ heading: NO_BOT, text })] }
  }
  return {
    path: PAGE_PATH,
    get: [
      summary,
      async (code) => {
        const { result } = await peekLinkCode(db, 'telegram', code)
        if (result !== 'linked') return LINKED[result]
        return {
          heading: NO_BOT,
          text: 'Сервер работает в демонстрационном режиме: привязку можно подтвердить здесь, без Telegram.',
          button: 'Подтвердить привязку',
        }
      },
    ],
    post: [
      'Учебная привязка Telegram',
      async (code) => LINKED[await confirmLink(db, 'telegram', code, demoAddress)],
    ],
  }
}
