import { readDatabaseLocation } from '../config.ts'
import { openDatabase } from '../platform/db/open.ts'
import { print, runCommandLine } from './command-line.ts'
import { databaseName } from './database-location.ts'

const HELP = `Обновление таблиц до этой версии

  npm run migrate            в базе DATABASE_URL, без него — в папке DATA_DIR
  npm run migrate -- --help  эта справка

Обычно таблицы обновляет сам сервер при запуске. Команда нужна обновлению (deploy/update.mjs), которое делает это до запуска.
Если обновить не удалось, таблицы остаются прежними.`

await runCommandLine(HELP, {}, async () => {
  const location = readDatabaseLocation(process.env)
  const db = await openDatabase(location, () =>
    print('Обновление таблиц ждёт: база занята копией, загрузкой цен или другим сервером'),
  )
  await db.close()
  print(`Таблицы обновлены: ${databaseName(location)}`)
})
