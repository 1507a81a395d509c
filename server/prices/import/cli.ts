import { readDatabaseLocation, readGlitchFactor } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { DatabaseError } from '../../db/db.ts'
import { openDatabase } from '../../db/open.ts'
import { importDay } from '../../notices/import-day.ts'
import { createDraft } from '../snapshot-draft.ts'
import { helpText, readArguments } from './arguments.ts'
import { ImportError } from './import-error.ts'
import { importFile } from './import-file.ts'
import { loadMapping, shippedMappings } from './load-mapping.ts'
import { createProgressLine } from './progress.ts'

const number = new Intl.NumberFormat('ru-RU')

async function main(): Promise<void> {
  const asked = readArguments(process.argv.slice(2))
  if (asked.kind === 'help') return say(helpText(await shippedMappings()))
  const { path, site, date, rejectsDir, maxBadPercent } = asked
  const glitchFactor = readGlitchFactor(process.env)
  const mapping = await loadMapping(asked.map)
  const draft = createDraft()
  const progress = createProgressLine(process.stderr)
  const db = await openDatabase(readDatabaseLocation(process.env))
  try {
    const onProgress = progress.update
    const summary = await importFile({
      path,
      site,
      date,
      mapping,
      draft,
      rejectsDir,
      maxBadPercent,
      onProgress,
    })
    progress.finish()
    const saved = await db.transaction((sql) => importDay(sql, { site, day: date }, draft, glitchFactor))
    say(`${site} за ${date}: ${number.format(saved.tyres)} шин, ${number.format(saved.offers)} предложений`)
    if (saved.comparedWith) {
      say(`Сравнение с ${saved.comparedWith}: цена изменилась у ${number.format(saved.moves.length)} шин`)
    }
    if (saved.notices > 0) say(`Создано уведомлений: ${number.format(saved.notices)}`)
    if (summary.rejectsFile) {
      say(`Отклонено записей: ${number.format(summary.bad)}, причины в ${summary.rejectsFile}`)
    }
  } finally {
    await db.close()
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

main().catch((error: unknown) => {
  const expected = [ImportError, DatabaseError, ConfigError].some((known) => error instanceof known)
  process.stderr.write(
    `\n${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  )
  process.exit(1)
})
