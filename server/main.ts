import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SETUP_ROUTE } from '../contract/installation/setup-route.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { openSetupCode } from './features/installation/setup-routes.ts'
import { createFirstAdmin } from './first-admin.ts'
import { loadSample } from './load-sample.ts'
import { DatabaseError, type Db } from './platform/db/db.ts'
import { readFact } from './platform/db/installation-facts.ts'
import { lockDataDir, openForServer } from './platform/db/open.ts'
import { OperatorError } from './platform/operator-error.ts'
import { closeToOthers } from './platform/private-files.ts'

/** DIST_DIR is for deployments that store builds outside of the sources. */
const DIST = process.env.DIST_DIR || join(import.meta.dirname, '../dist')

const STOP_TIMEOUT_MS = 10_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const db = config.backendUrl ? undefined : await openStore(config)
  const { values } = parseArgs({ options: { 'wire-only': { type: 'boolean' } } })
  // In `npm run dev`, Vite serves the app.
  const dist = values['wire-only'] ? undefined : DIST
  const app = await buildApp({ config, db, dist })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Downloads in progress may finish, but a client that has stopped reading must not keep the server up.
    setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS).unref()
    // Nor must a database that no longer responds keep the server running.
    setTimeout(() => process.exit(1), 2 * STOP_TIMEOUT_MS).unref()
    await app.close()
    await db?.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // `npm start` was killed, so the server exits with it.
  process.once('disconnect', stop)
  const address = await app.listen({ host: config.host, port: config.port })
  const code = db && (await openSetupCode(db, config.authSecret))
  const setup = `${config.links.publicUrl ?? address}${SETUP_ROUTE}`
  const lines = code ? [`Первая настройка: откройте ${setup} и введите код ${code}`] : []
  say([`Сервер запущен: ${address}`, ...lines].join('\n'))
}

async function openStore(config: Config): Promise<Db> {
  if (!config.databaseUrl) lockDataDir(config.dataDir)
  for (const path of closeToOthers(config.dataDir)) say(`Другим пользователям машины закрыт доступ: ${path}`)
  const db = await openForServer(config, () =>
    say('Обновление таблиц ждёт: база занята копией, загрузкой цен или другим сервером'),
  )
  const admin = await createFirstAdmin(db, config)
  if (!admin) await openSetupCode(db, config.authSecret)
  // Printed at once: it is not printed again, and the sample takes its time.
  if (admin)
    say(`Администратор: ${admin.username}\nПароль: ${admin.generatedPassword ?? 'задан в ADMIN_PASSWORD'}`)
  // An installation that is set up in the browser begins without made-up prices.
  const sample = (await readFact(db, 'set-up')) ? undefined : await loadSample(db)
  if (sample)
    say(`Загружены учебные данные: сайтов ${sample.sites}, дней ${sample.days}, цен ${sample.offers}`)
  return db
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Explains a failed start to the operator. */
function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof DatabaseError) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `Порт ${port} уже занят. Укажите другой: PORT=${(port ?? 3000) + 1} npm start`
  if (code === 'EACCES')
    return `Порт ${port} недоступен без прав администратора. Укажите другой: PORT=3000 npm start`
  return (error as Error).stack ?? String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
