import type { InstallationStatus, StatusPart, StatusWarning } from '../../../contract/installation/status.ts'
import { CHANNEL_NAMES, CHANNELS } from '../../../contract/notifications/channels.ts'
import { EXPIRED } from './certificate.ts'
import { NEARLY_FULL } from './disk.ts'

type Facts = Omit<InstallationStatus, 'warnings'>
type Found = Partial<StatusWarning> & Pick<StatusWarning, 'words' | 'advice'>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Age of a backup that is too old: a nightly one has failed twice. */
const BACKUP_LATE_DAYS = 2
const BACKUP_OLD_DAYS = 7
/** Authorities renew certificates 30 days before their end, so at this time a renewal has failed. */
const CERTIFICATE_DAYS = 14
const CERTIFICATE_LAST_DAYS = 3
const PING_MS = 500
const BUSY_CONNECTIONS = 0.9
const MESSAGES_LATE_MS = 10 * MINUTE_MS
const RUNS_LATE_MS = HOUR_MS

/** Minimum number of days of prices that the advice about a low disk proposes. */
const FEWEST_DAYS = 30

/** Settings and figures of the installation that decide which remedies are proposed. */
interface Remedies {
  /** command of a service that saves a backup every night; undefined without one */
  backupCommand?: string | undefined
  /** KEEP_DAYS */
  keepDays: number
  /** days since the oldest prices, today included */
  pricesDays: number
}

/** Returns what is not as it should be, with advice (specification 28.6). */
export function statusWarnings(status: Facts, now: number, remedies: Remedies): StatusWarning[] {
  const checks: readonly [StatusPart, readonly Found[]][] = [
    ['disk', diskWarnings(status, remedies)],
    ['database', databaseWarnings(status)],
    ['backup', backupWarnings(status, now, remedies)],
    ['queue', queueWarnings(status, now)],
    ['sources', sourcesWarnings(status)],
    ['certificate', certificateWarnings(status, now)],
    ['delivery', deliveryWarnings(status)],
  ]
  return checks.flatMap(([part, found]) =>
    found.map((one) => ({ part, level: 'warning' as const, command: '', where: null, ...one })),
  )
}

const plural = new Intl.PluralRules('ru-RU')
const DAYS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'день', few: 'дня' }
const daysText = (days: number): string => `${days} ${DAYS[plural.select(days)] ?? 'дней'}`

function diskWarnings({ disk }: Facts, { keepDays, pricesDays }: Remedies): Found[] {
  if (!disk)
    return [
      {
        level: 'danger',
        words: 'Папку данных не удаётся прочитать.',
        advice: 'Проверьте, что папка из DATA_DIR существует и доступна пользователю сервера.',
      },
    ]
  if (disk.free >= disk.low_below) return []
  const fewer = fewerDays(Math.min(keepDays, pricesDays))
  return [
    {
      level: disk.free < NEARLY_FULL ? 'danger' : 'warning',
      // The part's figures already have the free space.
      words: 'Заканчивается место: без него цены перестанут загружаться.',
      ...(fewer === null
        ? { advice: 'Увеличьте диск или уберите с него старые копии и посторонние файлы.' }
        : {
            advice: `Увеличьте диск, уберите с него старые копии и посторонние файлы или храните меньше дней цен, чем ${keepDays}: лишние удаляются ночью.`,
            command: `KEEP_DAYS=${fewer}`,
          }),
    },
  ]
}

/** Returns about half of a number of days; null if that is too few to work with. */
function fewerDays(days: number): number | null {
  const half = Math.floor(days / 20) * 10
  return half < FEWEST_DAYS ? null : half
}

function databaseWarnings({ database: { ping, connections, replicas } }: Facts): Found[] {
  const found: Found[] = []
  if (connections && connections.used >= connections.most * BUSY_CONNECTIONS)
    found.push({
      level: 'danger',
      words: `Занято соединений с PostgreSQL: ${connections.used} из ${connections.most}.`,
      advice: 'Увеличьте max_connections в настройках PostgreSQL или закройте другие программы этой базы.',
    })
  if (replicas.used < replicas.all)
    found.push({
      words: `Реплик базы работает ${replicas.used} из ${replicas.all}: цены читаются с остальных.`,
      advice: 'Проверьте серверы из DATABASE_READ_URLS: доступны ли они и успевают ли за основной базой.',
    })
  if (ping >= PING_MS)
    found.push({
      words: `База ответила за ${ping} мс.`,
      advice:
        'Если так и дальше, проверьте нагрузку на процессор и диск сервера, а для PostgreSQL — сеть до него.',
    })
  return found
}

const BACKUP_BY_HAND = 'npm run backup -- /var/backups/prices/$(date +%F).backup'

function backupWarnings({ backup }: Facts, now: number, { backupCommand: command }: Remedies): Found[] {
  const days = backup && Math.floor((now - Date.parse(backup.at)) / DAY_MS)
  if (days !== null && days < BACKUP_LATE_DAYS) return []
  return [
    {
      level: days === null || days >= BACKUP_OLD_DAYS ? 'danger' : 'warning',
      words: days === null ? 'Резервных копий ещё не было.' : `Последней копии ${daysText(days)}.`,
      advice: command
        ? 'Служба делает копию каждую ночь, а сейчас её сделает команда. Если копия не получается, причина — в журнале службы.'
        : 'Сделайте копию и настройте ежедневную. Если она настроена, посмотрите, чем закончился её последний запуск.',
      command: command ?? BACKUP_BY_HAND,
    },
  ]
}

function queueWarnings({ queue }: Facts, now: number): Found[] {
  const late = (since: string | null, limit: number) => since !== null && now - Date.parse(since) > limit
  const found: Found[] = []
  if (late(queue.due_since, MESSAGES_LATE_MS))
    found.push({
      words: `Уведомления не отправляются больше ${MESSAGES_LATE_MS / MINUTE_MS} минут.`,
      advice:
        'Проверьте, что с сервера доступны почта, Telegram и службы push; причина последней ошибки — в журнале сервера.',
    })
  if (late(queue.runs_due_since, RUNS_LATE_MS))
    found.push({
      words: 'Загрузка прайс-листа ждёт больше часа.',
      advice: 'Откройте источники: там видно, какая загрузка идёт и чего ждут остальные.',
      where: 'sources',
    })
  return found
}

function sourcesWarnings({ sources: { failing } }: Facts): Found[] {
  const { length: count } = failing
  if (count === 0) return []
  return [
    {
      // The page names the sources as links.
      words: `Нет свежих цен от ${count} ${plural.select(count) === 'one' ? 'источника' : 'источников'}.`,
      advice: 'Откройте источник: там причина последней ошибки и кнопка, чтобы загрузить ещё раз.',
      where: 'sources',
    },
  ]
}

function certificateWarnings({ certificate }: Facts, now: number): Found[] {
  if (!certificate) return []
  const { host, ends_at: endsAt, problem } = certificate
  if (endsAt === null)
    return [
      {
        words: `Сертификат ${host} не проверен: ${problem}.`,
        advice: 'Откройте PUBLIC_URL в браузере: если он предупреждает об опасности, замените сертификат.',
      },
    ]
  const days = Math.floor((Date.parse(endsAt) - now) / DAY_MS)
  const found: Found[] = []
  if (days < CERTIFICATE_DAYS)
    found.push({
      level: days < CERTIFICATE_LAST_DAYS ? 'danger' : 'warning',
      words: `Сертификат ${host} ${endText(days)}.`,
      advice: 'Обновите его в прокси, который отвечает за HTTPS, и проверьте автоматическое обновление.',
    })
  if (problem !== '' && !(days < 0 && problem === EXPIRED))
    found.push({
      level: 'danger',
      words: `Браузеры не доверяют сертификату ${host}: ${problem}.`,
      advice:
        'Установите сертификат с полной цепочкой. Если он от вашего центра сертификации, укажите его в NODE_EXTRA_CA_CERTS.',
    })
  return found
}

const endText = (days: number): string =>
  days < 0 ? 'истёк' : `закончится ${days === 0 ? 'меньше чем через сутки' : `через ${daysText(days)}`}`

function deliveryWarnings({ delivery }: Facts): Found[] {
  if (CHANNEL_NAMES.some((name) => delivery[name])) return []
  return [
    {
      words: `Уведомления видны только в приложении: ${CHANNEL_NAMES.map((name) => `ни ${CHANNELS[name]}`).join(', ')} не настроены.`,
      advice: 'Укажите почтовый сервер в настройках сервера и перезапустите его.',
      command: 'SMTP_URL=smtps://имя:пароль@smtp.example.ru',
    },
  ]
}
