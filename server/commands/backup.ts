import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { readDatabaseLocation } from '../config.ts'
import { recordBackup } from '../platform/backup/backup-record.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import { type DatabaseLocation, embeddedFile, readDatabase } from '../platform/db/open.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { onlyFile, print, runCommandLine } from './command-line.ts'
import { formatMegabytes, formatNumber, withCopyProgress } from './progress.ts'

const HELP = `Резервная копия базы

  npm run backup -- [--force] ФАЙЛ

  ФАЙЛ        куда сохранить, например prices-2026-04-18.backup
  --force     заменить файл, если он есть
  --untested  страница «Состояние» не узнает об этой копии: её ещё проверят
  --tested    ничего не сохранять: страница «Состояние» узнает о копии ФАЙЛ, которая проверена
  --help      эта справка

Сохраняет всё, что есть в базе на этот момент: пользователей, настройки, уведомления, источники, цены и их историю. Сервер и загрузка цен
при этом работают. Файл появляется целиком или не появляется, читать его может только владелец: в нём хеши паролей и адреса.
.env.local с секретами в копию не входит: сохраните его отдельно. Восстановить: npm run restore.`

const OPTIONS = {
  force: { type: 'boolean' },
  untested: { type: 'boolean' },
  tested: { type: 'boolean' },
} as const

/** Records a backup for the page 'Состояние'; the file is valid without it. */
const record = (location: DatabaseLocation, path: string, size: number): Promise<void> =>
  recordBackup(location, { path: resolve(path), size, machine: hostname() }).catch((error: Error) => {
    process.stderr.write(`Страница «Состояние» не узнает об этой копии: ${error.message}\n`)
  })

await runCommandLine(HELP, OPTIONS, async ({ values, positionals }) => {
  const path = onlyFile(positionals, 'npm run backup -- ФАЙЛ')
  const location = readDatabaseLocation(process.env)
  if (!location.databaseUrl && !existsSync(embeddedFile(location))) {
    throw new OperatorError(`Базы ${embeddedFile(location)} нет: проверьте DATA_DIR`)
  }
  if (values.tested) return record(location, path, (await stat(path)).size)
  const stop = new AbortController()
  // Registered for every signal, since npm passes on signals that the terminal has already sent.
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => stop.abort())
  // The listener for 'disconnect' would keep the channel to the starting script open, and with it this process.
  process.channel?.unref()
  const { force = false } = values
  const saved = await withCopyProgress((progress) =>
    readDatabase(location, (sql) =>
      writeBackup(sql, {
        path,
        force,
        secret: process.env.AUTH_SECRET,
        signal: stop.signal,
        onRows: progress.rows('Сохраняется'),
      }),
    ),
  )
  if (!values.untested) await record(location, path, saved.size)
  print(
    `Сохранено: таблиц ${saved.tables}, строк ${formatNumber(saved.rows)}, ${formatMegabytes(saved.size)}: ${path}`,
  )
})
