import { readDatabaseLocation } from '../config.ts'
import { PROGRAM_VERSION, secretMark } from '../platform/backup/backup-format.ts'
import { NotEmpty } from '../platform/backup/fill.ts'
import {
  type CheckedBackup,
  checkBackup,
  hasNewerTables,
  refuseNewer,
  restoreBackup,
} from '../platform/backup/read-backup.ts'
import { connectDatabase, type DatabaseLocation } from '../platform/db/open.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { onlyFile, print, runCommandLine } from './command-line.ts'
import { databaseName, requireStoppedServer } from './database-location.ts'
import { formatNumber, withCopyProgress } from './progress.ts'

const HELP = `Восстановление базы из резервной копии

  npm run restore -- ФАЙЛ            в пустую базу: DATABASE_URL, без него — в папке DATA_DIR
  npm run restore -- --check ФАЙЛ    только проверить, что копия цела
  npm run restore -- --help          эта справка

Копия подходит к обеим базам: сделанную из встроенной можно восстановить в PostgreSQL, и наоборот. Сначала файл проверяется целиком,
потом база наполняется и сравнивается с ним; при любой ошибке она остаётся пустой. База с данными не меняется: укажите пустую.
Сервер на это время остановите.`

const OPTIONS = { check: { type: 'boolean' } } as const

const OTHER_SECRET = `AUTH_SECRET здесь другой: ключи источников и второй фактор этой базы им не прочесть. Верните прежний из .env.local того сервера,
или укажите ключи заново и снимите второй фактор (npm run user -- second-factor ИМЯ).`

async function restore(location: DatabaseLocation, backup: CheckedBackup): Promise<void> {
  if (!location.databaseUrl) {
    requireStoppedServer(location.dataDir, 'восстановить можно только в пустую папку данных')
  }
  const db = await connectDatabase(location)
  try {
    await withCopyProgress(({ bytes, rows }) =>
      restoreBackup(db, backup, bytes('Загружается'), rows('Сверяется')),
    )
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error
    throw new OperatorError(
      `${error.message}: ${databaseName(location)}. Ничего не изменено; восстановить можно только в пустую базу`,
    )
  } finally {
    await db.close()
  }
}

await runCommandLine(HELP, OPTIONS, async ({ values, positionals }) => {
  const path = onlyFile(positionals, 'npm run restore -- ФАЙЛ')
  const backup = await withCopyProgress((progress) => checkBackup(path, progress.bytes('Проверяется')))
  const { header, tables, rows } = backup
  const createdAt = new Date(header.made).toLocaleString('ru-RU')
  print(
    `Копия цела: от ${createdAt}, версия ${header.program}, таблиц ${tables.length}, строк ${formatNumber(rows)}`,
  )
  if (values.check) {
    if (hasNewerTables(header))
      print(`Восстановить её сможет только более новая версия программы, здесь ${PROGRAM_VERSION}`)
    return
  }
  refuseNewer(backup)
  const location = readDatabaseLocation(process.env)
  await restore(location, backup)
  print(`Восстановлено и сверено: ${databaseName(location)}`)
  if (header.secret !== null && header.secret !== secretMark(process.env.AUTH_SECRET)) print(OTHER_SECRET)
  if (header.program !== PROGRAM_VERSION) print(`База обновлена до версии ${PROGRAM_VERSION}`)
})
