import { Bot, type Context } from 'grammy'
import type { Db } from '../../../../platform/db/db.ts'
import { confirmLink, type LinkConfirmation } from '../codes.ts'
import { isLinked, removeAddress } from '../links.ts'

export interface TelegramSettings {
  token: string
  apiRoot: string
}

const CABINET = 'Откройте в приложении «Личный кабинет» → «Профиль» и нажмите «Авторизироваться в Telegram».'

const ANSWERS = {
  linked: 'Готово! Уведомления об изменении цен будут приходить сюда. Чтобы отключить их, отправьте /stop',
  expired: `Срок ссылки истёк. ${CABINET}`,
  unknown: `Эта ссылка не подходит: она уже использована или неверна. ${CABINET}`,
  already: 'Этот чат уже привязан. Чтобы отключить уведомления, отправьте /stop',
  help: `Здесь приходят уведомления об изменении цен. ${CABINET}`,
  stopped: 'Уведомления отключены, Telegram отвязан.',
  notLinked: `Этот чат не привязан. ${CABINET}`,
  failed: 'Не получилось, попробуйте ещё раз немного позже.',
} as const

/** Timeout of a request in seconds; longer than a long poll, which it must not cut off. */
const TIMEOUT_SECONDS = 40

/** Creates the bot. `/start CODE` links a chat to a user; `/stop` or blocking the bot removes the link. */
export function createLinkBot(db: Db, { token, apiRoot }: TelegramSettings): Bot {
  const bot = new Bot(token, { client: { apiRoot, timeoutSeconds: TIMEOUT_SECONDS } })
  // Only private chats: in a group, all members would read one user's notifications.
  const personal = bot.chatType('private')
  personal.command('start', (ctx) => reply(ctx, () => start(db, String(ctx.chat.id), ctx.match)))
  personal.command('stop', (ctx) => reply(ctx, () => stop(db, String(ctx.chat.id))))
  personal.on('message', (ctx) => reply(ctx, async () => 'help'))
  personal.on('my_chat_member', async (ctx) => {
    if (ctx.myChatMember.new_chat_member.status === 'kicked') await unlink(db, ctx.chat.id, 'bot blocked')
  })
  return bot
}

type Answer = keyof typeof ANSWERS

/** Replies with the result of the work. After a failure, replies so and rethrows the error for the log. */
async function reply(ctx: Context, work: () => Promise<Answer>): Promise<void> {
  const done = await Promise.allSettled([work()])
  await ctx.reply(ANSWERS[done[0].status === 'fulfilled' ? done[0].value : 'failed'])
  if (done[0].status === 'rejected') throw done[0].reason
}

async function start(db: Db, chat: string, code: string): Promise<Answer> {
  if (!code) return (await isLinked(db, 'telegram', chat)) ? 'already' : 'help'
  const confirmation: LinkConfirmation = await confirmLink(db, 'telegram', code, () => chat)
  // The chat may be linked already: an update may be delivered twice, and a user may tap twice.
  if (confirmation === 'unknown' && (await isLinked(db, 'telegram', chat))) return 'already'
  return confirmation
}

async function stop(db: Db, chat: string): Promise<Answer> {
  return (await unlink(db, chat, '/stop')) ? 'stopped' : 'notLinked'
}

const unlink = (db: Db, chat: string | number, why: string): Promise<boolean> =>
  db.transaction((sql) => removeAddress(sql, 'telegram', String(chat), why))
