import { existsSync } from 'node:fs'
import { readDatabaseLocation } from '../config.ts'
import { NotEmpty } from '../platform/backup/fill.ts'
import { moveTables } from '../platform/backup/move-tables.ts'
import { connectDatabase, embeddedFile, openDatabase, readDatabase } from '../platform/db/open.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { print, readSecret, runCommandLine } from './command-line.ts'
import { readPostgresAddress, requireStoppedServer, withoutPassword } from './database-location.ts'
import { formatNumber, withCopyProgress } from './progress.ts'

const HELP = `Переезд со встроенной базы в PostgreSQL

  npm run move -- --to postgres://имя@сервер/база
  npm run move -- --to -

  --to АДРЕС    пустая база PostgreSQL; - — адрес спрашивается, или первая строка ввода, так пароль никому не виден
  --help        эта справка

Копирует всё из базы в папке DATA_DIR: пользователей, настройки, уведомления, источники, цены и их историю, и сверяет каждую таблицу.
Сервер на это время остановите. Прерванный переезд ничего не оставляет: повторите команду, она начнёт сначала. Прежняя база не меняется.`

const OPTIONS = { to: { type: 'string' } } as const

async function move(source: { dataDir: string; databaseUrl: undefined }, to: string) {
  const target = await connectDatabase({ ...source, databaseUrl: to })
  const db = await openDatabase(source)
  try {
    // Imports from the command line wait for this transaction; otherwise they would write prices that are not moved.
    return await db.transaction(() =>
      readDatabase(source, (from) =>
        withCopyProgress((progress) =>
          moveTables(from, target, {
            onMoved: progress.rows('Переносится'),
            onChecked: progress.rows('Сверяется'),
          }),
        ),
      ),
    )
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error
    throw new OperatorError(`${error.message}. Ничего не изменено: переехать можно только в пустую базу`)
  } finally {
    await db.close()
    await target.close()
  }
}

await runCommandLine(HELP, OPTIONS, async ({ values, positionals }) => {
  // The surplus argument may be an address with a password, so it is not repeated.
  if (positionals.length > 0) throw new OperatorError('Лишний параметр: адрес пишется после --to')
  if (values.to === undefined) throw new OperatorError('Не указано, куда: npm run move -- --to postgres://…')
  const { dataDir } = readDatabaseLocation(process.env)
  const source = { dataDir, databaseUrl: undefined }
  if (!existsSync(embeddedFile(source))) {
    throw new OperatorError(`Базы ${embeddedFile(source)} нет: проверьте DATA_DIR`)
  }
  const to = readPostgresAddress(values.to === '-' ? await readSecret('Адрес PostgreSQL: ') : values.to)
  requireStoppedServer(dataDir, 'чтобы во время переезда ничего не изменилось')
  const { now, rows } = await move(source, to)
  print(`${now ? 'Перенесено и сверено' : 'Всё уже перенесено, сверено'}: строк ${formatNumber(rows)}`)
  print(`Теперь укажите в .env.local (с паролем и параметрами, как в --to):
DATABASE_URL=${withoutPassword(to)}
и запустите сервер. AUTH_SECRET и DATA_DIR оставьте прежними. База ${embeddedFile(source)} больше не нужна; удалите её, когда убедитесь, что всё на месте.`)
})
