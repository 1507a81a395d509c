import { Bot, type Context } from 'grammy'
import type { Db, Sql } from '../../../../platform/db/db.ts'
import { confirmLink, type LinkConfirmation } from '../codes.ts'
import { removeAddress } from '../links.ts'

const CABINET = 'Откройте в приложении «Личный кабинет» → «Профиль» и нажмите «Авторизироваться в Telegram».'

/** Replies of the bot. */
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

/** Timeout longer than a long poll, so as not to cut it off. */
const TIMEOUT_SECONDS = 40

/** Creates the bot that links chats to users: `/start CODE`, `/stop`, and blocking it. */
export function createLinkBot(db: Db, { token, apiRoot }: { token: string; apiRoot: string }): Bot {
  const bot = new Bot(token, { client: { apiRoot, timeoutSeconds: TIMEOUT_SECONDS } })
  // Private chats only: in a group, everybody would read one user's notifications.
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

/** Reports a failure of the work to the person, and rethrows it for the log. */
async function reply(ctx: Context, work: () => Promise<Answer>): Promise<void> {
  const done = await Promise.allSettled([work()])
  await ctx.reply(ANSWERS[done[0].status === 'fulfilled' ? done[0].value : 'failed'])
  if (done[0].status === 'rejected') throw done[0].reason
}

async function start(db: Db, chat: string, code: string): Promise<Answer> {
  if (!code) return (await isLinked(db, chat)) ? 'already' : 'help'
  const confirmation: LinkConfirmation = await confirmLink(db, 'telegram', code, () => chat)
  // An update may be delivered twice, and a person may tap twice, so the link may exist already.
  if (confirmation === 'unknown' && (await isLinked(db, chat))) return 'already'
  return confirmation
}

async function stop(db: Db, chat: string): Promise<Answer> {
  return (await unlink(db, chat, '/stop')) ? 'stopped' : 'notLinked'
}

const unlink = (db: Db, chat: string | number, why: string): Promise<boolean> =>
  db.transaction((sql) => removeAddress(sql, 'telegram', String(chat), why))

async function isLinked(sql: Sql, chat: string): Promise<boolean> {
  const row = await sql.get("SELECT 1 AS one FROM links WHERE channel = 'telegram' AND address = ?", chat)
  return row !== undefined
}
