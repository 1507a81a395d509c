import { audit } from '../audit.ts'
import { setUserDisabled } from '../auth/users.ts'
import { readDatabaseLocation } from '../config.ts'
import { ConfigError } from '../config-error.ts'
import { DatabaseError, type Db } from '../db/db.ts'
import { openDatabase } from '../db/open.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = `Пользователи

  npm run user -- disable ИМЯ   закрыть доступ и завершить все сеансы
  npm run user -- enable ИМЯ    снова открыть доступ`

const COMMANDS: Readonly<Record<string, (db: Db, username: string) => Promise<string | null>>> = {
  disable: (db, username) => change(db, username, true, 'Доступ закрыт, сеансы завершены'),
  enable: (db, username) => change(db, username, false, 'Доступ открыт'),
}

/** @returns the message to print; null if there is no such user */
async function change(db: Db, username: string, disabled: boolean, done: string): Promise<string | null> {
  return db.transaction(async (sql) => {
    const id = await setUserDisabled(sql, username, disabled)
    if (id === undefined) return null
    await audit(sql, disabled ? 'user disabled' : 'user enabled', id, username)
    return `${done}: ${username}`
  })
}

async function main(): Promise<number> {
  const { positionals, values } = readCommandLine(process.argv.slice(2), {})
  if (values.help) {
    process.stdout.write(`${HELP}\n`)
    return 0
  }
  const [name = '', username = ''] = positionals
  const command = COMMANDS[name]
  if (!command || !username) {
    process.stderr.write(`${HELP}\n`)
    return 1
  }
  const db = await openDatabase(readDatabaseLocation(process.env))
  try {
    const done = await command(db, username)
    process.stdout.write(`${done ?? `Нет пользователя ${username}`}\n`)
    return done === null ? 1 : 0
  } finally {
    await db.close()
  }
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const expected = [UsageError, DatabaseError, ConfigError].some((known) => error instanceof known)
    process.stderr.write(
      `${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
    )
    process.exitCode = 1
  },
)
