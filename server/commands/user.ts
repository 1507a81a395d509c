import { ROUTES } from '../../contract/routes.ts'
import { readDatabaseLocation } from '../config.ts'
import { hashPassword } from '../features/auth/password.ts'
import { passwordProblem } from '../features/auth/password-policy.ts'
import { createPasswordReset, setPassword } from '../features/auth/passwords.ts'
import { disableSecondFactor } from '../features/auth/second-factor.ts'
import { setDisabled, userIdOf } from '../features/auth/users.ts'
import { createNotice } from '../features/notifications/delivery/notices.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db, Sql } from '../platform/db/db.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { print, readSecret, runCommandLine } from './command-line.ts'
import { withDatabase } from './database-location.ts'

const HELP = `Пользователи

  npm run user -- disable ИМЯ         закрыть доступ и завершить все сеансы
  npm run user -- enable ИМЯ          снова открыть доступ
  npm run user -- password ИМЯ        задать пароль: он спрашивается, или первая строка ввода
  npm run user -- reset ИМЯ           одноразовая ссылка, по которой человек задаст пароль сам
  npm run user -- second-factor ИМЯ   снять второй фактор, если телефон утерян`

interface User {
  id: string
  username: string
}

/** Commands by name; each returns the message to print. */
const COMMANDS: Readonly<Record<string, (db: Db, user: User) => Promise<string>>> = {
  disable: (db, user) => change(db, user, true, 'Доступ закрыт, сеансы завершены'),
  enable: (db, user) => change(db, user, false, 'Доступ открыт'),
  async password(db, user) {
    const password = await readSecret(`Новый пароль для ${user.username}: `)
    const problem = passwordProblem(password, user.username)
    if (problem) throw new OperatorError(problem)
    const hash = await hashPassword(password)
    await db.transaction(async (sql) => {
      await setPassword(sql, user.id, hash)
      await audit(sql, 'password changed', user.id, 'npm run user')
      await notifyUser(sql, user, 'Администратор сервера сменил пароль, все сеансы завершены.')
    })
    return `Пароль изменён, сеансы завершены: ${user.username}`
  },
  async reset(db, user) {
    const { token } = await db.transaction(async (sql) => {
      await audit(sql, 'reset link made', user.id, 'npm run user')
      return createPasswordReset(sql, user.id)
    })
    return `Ссылка действует сутки и один раз:\n${origin()}${ROUTES.passwordReset}#${token}`
  },
  async 'second-factor'(db, user) {
    const removed = await db.transaction(async (sql) => {
      if (!(await disableSecondFactor(sql, user.id))) return false
      await audit(sql, 'second factor disabled', user.id, 'npm run user')
      await notifyUser(sql, user, 'Администратор сервера снял второй фактор.')
      return true
    })
    return removed ? `Второй фактор снят: ${user.username}` : `Второй фактор не включён: ${user.username}`
  },
}

async function change(db: Db, { id, username }: User, disabled: boolean, done: string): Promise<string> {
  await db.transaction(async (sql) => {
    await setDisabled(sql, id, disabled)
    await audit(sql, disabled ? 'user disabled' : 'user enabled', id, username)
  })
  return `${done}: ${username}`
}

const notifyUser = (sql: Sql, { id }: User, body: string) => createNotice(sql, id, 'Безопасность', body)

const origin = (): string =>
  process.env.PUBLIC_URL?.replace(/\/{1,9}$/, '') || `http://localhost:${process.env.PORT || 3000}`

await runCommandLine(HELP, {}, async ({ positionals }) => {
  const [name = '', username = ''] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || !username) {
    process.stderr.write(`${HELP}\n`)
    process.exitCode = 1
    return
  }
  await withDatabase(readDatabaseLocation(process.env), async (db) => {
    const id = await userIdOf(db, username)
    if (id === undefined) process.exitCode = 1
    print(id === undefined ? `Нет пользователя ${username}` : await command(db, { id, username }))
  })
})
