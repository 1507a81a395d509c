import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { RunState } from '../../contract/sources/run.ts'
import { type Config, readConfig } from '../config.ts'
import { createSecretBox } from '../features/auth/secret-box.ts'
import { checkInput } from '../features/sources/check-input.ts'
import { addFetch } from '../features/sources/create-sources.ts'
import { SourceFiles } from '../features/sources/files.ts'
import { exportSources, importSources } from '../features/sources/portable.ts'
import { runNow } from '../features/sources/run-now.ts'
import { SECRETS_PURPOSE } from '../features/sources/secrets.ts'
import type { Source, SourceSecrets } from '../features/sources/source.ts'
import { createSource, listSources } from '../features/sources/store.ts'
import { viewSources } from '../features/sources/view.ts'
import { findingText } from '../import/account-lines.ts'
import { MAX_BAD_PERCENT } from '../import/import-file.ts'
import { CANONICAL, loadMapping } from '../import/load-mapping.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/db.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { openOwnSites } from '../prices/own-sites.ts'
import { print, type readCommandLine, readSecret, runCommandLine } from './command-line.ts'
import { withDatabase } from './database-location.ts'
import { sourceByName } from './find-source.ts'
import { fetchersOf, printPage, printShop } from './shop-pages.ts'
import { describedApi, kindOf, MAIL_HELP, MAIL_OPTIONS } from './source-options.ts'

const HELP = `Источники цен

  npm run sources -- list             что есть, и как у них дела
  npm run sources -- run ИМЯ          скачать и загрузить сейчас; --date ДЕНЬ — за другой день
  npm run sources -- add --site САЙТ  добавить; параметры ниже
  npm run sources -- export [ИМЯ…]    набор источников в JSON, без ключей и паролей
  npm run sources -- import ФАЙЛ      добавить и изменить источники из такого набора; - — из ввода
  npm run sources -- page АДРЕС       какие цены видны на странице магазина; вместо адреса — файл страницы
  npm run sources -- shop АДРЕС       на каких страницах магазина видны шины, и с какими ценами

  ИМЯ                 название, сайт или начало номера источника

  add:
  --title НАЗВАНИЕ    по умолчанию сайт
  --address АДРЕС     откуда скачивать; без него источник принимает только файлы
  --api ФАЙЛ          описание запросов к API в JSON: вход, тело, страницы
  --map ОПИСАНИЕ      файл описания или имя готового; по умолчанию ${CANONICAL}
  --times 06:30,18:00 когда скачивать
  --zone ПОЯС         часовой пояс; по умолчанию ${Intl.DateTimeFormat().resolvedOptions().timeZone}
  --expected-by 09:00 когда напомнить, что цен ещё нет
  --max-bad N         сколько процентов плохих записей допустимо; по умолчанию ${MAX_BAD_PERCENT}
  --header ИМЯ        секретный заголовок или {secret.ИМЯ} в --api, можно несколько; значение спрашивается
  --user ИМЯ          имя пользователя; пароль спрашивается
  --disabled          пока не запускать

${MAIL_HELP}`

const OPTIONS = {
  date: { type: 'string' },
  site: { type: 'string' },
  title: { type: 'string' },
  address: { type: 'string' },
  api: { type: 'string' },
  map: { type: 'string' },
  times: { type: 'string' },
  zone: { type: 'string' },
  'expected-by': { type: 'string' },
  'max-bad': { type: 'string' },
  header: { type: 'string', multiple: true },
  user: { type: 'string' },
  disabled: { type: 'boolean' },
  ...MAIL_OPTIONS,
} as const

type Options = ReturnType<typeof readCommandLine<typeof OPTIONS>>['values']

interface Command {
  db: Db
  config: Config
  names: readonly string[]
  options: Options
}

/** Commands by name; each returns true if it succeeded. */
const COMMANDS: Readonly<Record<string, (command: Command) => Promise<boolean>>> = {
  list,
  run,
  add,
  export: exportSet,
  import: importSet,
  page,
  shop,
}

const STATUS_TEXTS = {
  fresh: 'цены свежие',
  late: 'цены не пришли',
  failed: 'не загружен',
  held: 'ждёт решения',
  off: 'выключен',
  new: 'ещё не загружался',
} as const

async function list({ db, config }: Command): Promise<boolean> {
  const sources = await viewSources(db, new SourceFiles(config.dataDir))
  if (sources.length === 0) print('Источников нет: добавьте командой add или в приложении')
  for (const { title, site, light, last_day, next_run, id } of sources) {
    const next = next_run === null ? '' : `, следующий запуск ${new Date(next_run).toLocaleString('ru-RU')}`
    print(
      `${title} (${site}): ${STATUS_TEXTS[light]}, последний день ${last_day ?? '—'}${next} [${id.slice(0, 8)}]`,
    )
  }
  return true
}

const RUN_RESULTS: Partial<Record<RunState, string>> = {
  imported: 'Загружено',
  unchanged: 'Без изменений',
  held: 'Задержано до решения администратора',
  failed: 'Не загружено',
  waiting: 'Не загружено, сервер повторит попытку',
}

async function run({ db, config, names, options }: Command): Promise<boolean> {
  const source = await findNamedSource(db, names)
  const files = new SourceFiles(config.dataDir)
  const id = await db.transaction(async (sql) => {
    await audit(sql, 'source run', null, `${source.title}: запущен, npm run sources`)
    return addFetch(sql, source.id, options.date, 'command')
  })
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  const { imports: limits, glitchFactor, sources: fetchLimits } = config
  const box = secretBoxOf(config)
  const { isOwnSite } = await openOwnSites(db, config.ownSites)
  const result = await runNow(
    {
      db,
      box,
      files,
      pages: { ...fetchersOf({ db, config }), isOwnSite },
      limits,
      fetchLimits,
      rules: { isOwnSite, glitchFactor },
      onLine: print,
    },
    id,
    stop.signal,
  )
  if (!result) throw new OperatorError('Этот источник уже загружает сервер')
  for (const finding of result.findings) print(`! ${findingText(finding)}`)
  print(RUN_RESULTS[result.state] ?? result.state)
  return result.state === 'imported' || result.state === 'unchanged'
}

async function add({ db, config, options }: Command): Promise<boolean> {
  const { site, title = '', address = '', times = '' } = options
  if (site === undefined) throw new OperatorError('Не указан сайт: --site example.ru')
  const { settings, secrets } = checkInput(
    {
      site,
      title,
      enabled: !options.disabled,
      ...kindOf(address, options),
      address,
      api: options.api === undefined ? null : describedApi(parseJson(await readText(options.api)), address),
      mapping: await loadMapping(options.map ?? CANONICAL),
      times: times.split(',').filter(Boolean),
      zone: options.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      expected_by: options['expected-by'] ?? '',
      max_bad: percentOf(options['max-bad']),
      ...(await promptForSecrets(options)),
    },
    config.sources.allowedHosts,
  )
  const id = await db.transaction(async (sql) => {
    await audit(
      sql,
      'source changed',
      null,
      `${settings.title} (${settings.site}): добавлен, npm run sources`,
    )
    return createSource(sql, secretBoxOf(config), settings, secrets)
  })
  print(`Источник добавлен: ${settings.title} [${id.slice(0, 8)}]`)
  return true
}

function percentOf(text: string | undefined): number {
  const percent = text === undefined ? MAX_BAD_PERCENT : Number(text.replace(',', '.'))
  if (!(percent >= 0 && percent <= 100)) {
    throw new OperatorError(`--max-bad «${text}»: нужно число процентов от 0 до 100`)
  }
  return percent
}

/** Prompts for the secrets, since everybody on the machine can read the command line. */
async function promptForSecrets({ header = [], user }: Options): Promise<{ secrets?: SourceSecrets }> {
  if (header.length === 0 && user === undefined) return {}
  const headers = []
  for (const name of header) headers.push({ name, value: await readSecret(`Значение заголовка ${name}: `) })
  const basic =
    user === undefined ? null : { username: user, password: await readSecret(`Пароль для ${user}: `) }
  return { secrets: { headers, basic } }
}

async function exportSet({ db, names }: Command): Promise<boolean> {
  const all = await listSources(db)
  const only = names.length === 0 ? undefined : names.map((name) => sourceByName(all, name).id)
  print(JSON.stringify(await exportSources(db, only), null, 2))
  return true
}

async function importSet({ db, config, names }: Command): Promise<boolean> {
  const [path] = names
  if (path === undefined) throw new OperatorError('Не указан файл с источниками')
  const set = parseJson(path === '-' ? await text(process.stdin) : await readText(path))
  const imported = await importSources(db, secretBoxOf(config), config.sources.allowedHosts, set)
  for (const { title, site, isNew, missing } of imported) {
    const note = missing.length > 0 ? `; укажите в приложении: ${missing.join(', ')}` : ''
    print(`${title} (${site}): ${isNew ? 'добавлен' : 'изменён'}${note}`)
  }
  return true
}

async function page({ db, config, names }: Command): Promise<boolean> {
  const [place] = names
  if (place === undefined) throw new OperatorError('Не указана страница: её адрес или файл')
  return printPage(
    { db, config },
    /^https?:/i.test(place) ? { address: place } : { file: await readBytes(place) },
  )
}

async function shop({ db, config, names: [address] }: Command): Promise<boolean> {
  if (address === undefined) throw new OperatorError('Не указан магазин: его адрес')
  return printShop({ db, config }, address)
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new OperatorError(`Не удалось прочитать ${path}: ${(error as Error).message}`)
  }
}

const readText = async (path: string): Promise<string> => new TextDecoder().decode(await readBytes(path))

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new OperatorError(`Это не JSON: ${(error as Error).message}`)
  }
}

const secretBoxOf = ({ authSecret }: Config) => createSecretBox(authSecret, SECRETS_PURPOSE)

async function findNamedSource(db: Db, names: readonly string[]): Promise<Source> {
  const [name] = names
  if (name === undefined) throw new OperatorError('Не указан источник: его название или сайт')
  return sourceByName(await listSources(db), name)
}

await runCommandLine(HELP, OPTIONS, async ({ values: options, positionals: [name, ...names] }) => {
  if (name === undefined) return print(HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new OperatorError(`Неизвестная команда ${name}; все команды покажет --help`)
  const config = readConfig(process.env)
  await withDatabase(config, async (db) => {
    if (!(await command({ db, config, names, options }))) process.exitCode = 1
  })
})
