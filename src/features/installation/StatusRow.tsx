import { Link } from 'react-router-dom'
import type { InstallationStatus, StatusPart, StatusWarning } from '../../../contract/installation/status.ts'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { CHANNEL_NAMES, CHANNELS } from '../../../contract/notifications/channels.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { countText, type NounForms, pluralForm } from '../../ui/plural.ts'
import { CabinetIcon, type CabinetIconName } from '../cabinet/CabinetIcon.tsx'
import { CopyButton } from '../cabinet/CopyButton.tsx'
import { sourcePath } from '../sources/source-routes.ts'

interface StatusFacts {
  title: string
  value: string
  /** '' if there is no more to say */
  details: string
  /** whether the installation does not have this part */
  isAbsent?: boolean
}

const DAYS: NounForms = ['день', 'дня', 'дней']

const joined = (...parts: readonly (string | false | null)[]): string => parts.filter(Boolean).join(' · ')

const number = new Intl.NumberFormat('ru-RU')

/** Time until the disk is full: less than a day has no number. */
const leftText = (days: number): string =>
  days === 0 ? 'хватит меньше чем на день' : `хватит примерно на ${countText(days, DAYS)}`

const workingText = (working: number, all: number): string =>
  `${pluralForm(working, ['работает', 'работают', 'работают'])} ${number.format(working)} из ${number.format(all)}`

const day = (moment: string): string => formatMoment(moment).replace(/,.*/, '')

export const statusFacts: Readonly<Record<StatusPart, (status: InstallationStatus) => StatusFacts>> = {
  version: ({ version, started_at: started }) => ({
    title: 'Версия',
    value: version,
    details: `сервер работает с ${formatMoment(started)}`,
  }),
  disk: ({ disk }) => ({
    title: 'Диск',
    value: disk ? `свободно ${formatSize(disk.free)} из ${formatSize(disk.total)}` : 'неизвестно',
    details: disk
      ? joined(
          disk.free >= disk.low_below && `предупредим, когда останется меньше ${formatSize(disk.low_below)}`,
          disk.days_left !== null && leftText(disk.days_left),
        )
      : '',
  }),
  database: ({ database: { engine, size, ping, connections, replicas } }) => ({
    title: 'База',
    value: `${engine === 'postgres' ? 'PostgreSQL' : 'встроенная'}, ${formatSize(size)}`,
    details: joined(
      `отвечает за ${ping} мс`,
      connections && `соединений ${connections.used} из ${connections.most}`,
      replicas.all > 0 && `реплик ${replicas.used} из ${replicas.all}`,
    ),
  }),
  backup: ({ backup }) => ({
    title: 'Резервная копия',
    value: backup ? `${formatMoment(backup.at)}, ${formatSize(backup.size)}` : 'ещё не было',
    details: backup ? `${backup.path} на ${backup.machine}` : '',
  }),
  queue: ({ queue: { messages, dead, runs } }) => ({
    title: 'Очередь',
    value:
      messages + runs === 0
        ? 'пуста'
        : `сообщений ${number.format(messages)}, загрузок ${number.format(runs)}`,
    details: dead > 0 ? `не доставлено сообщений: ${number.format(dead)}` : '',
  }),
  sources: ({ sources: { all, failing } }) => ({
    title: 'Источники',
    isAbsent: all === 0,
    value: all === 0 ? 'нет' : workingText(all - failing.length, all),
    details: '',
  }),
  certificate: ({ certificate }) => ({
    title: 'Сертификат',
    isAbsent: certificate === null,
    value: certificate
      ? certificate.ends_at === null
        ? 'не проверен'
        : `до ${day(certificate.ends_at)}`
      : 'не проверяется',
    details: certificate ? certificate.host : 'в PUBLIC_URL нет адреса с https',
  }),
  delivery: ({ delivery }) => ({
    title: 'Уведомления',
    value: joined(...CHANNEL_NAMES.map((name) => delivery[name] && CHANNELS[name])) || 'только в приложении',
    details: joined(
      !delivery.push && 'push выключен: ключи создаёт npm run push-keys -- new, затем npm start',
      delivery.demo && 'режим DEMO: привязки подтверждаются без почты и бота',
    ),
  }),
}

/** Level of a part: that of its worst warning. */
export type StatusLevel = StatusWarning['level'] | 'good'

const LEVELS: Readonly<Record<StatusLevel | 'none', { icon: CabinetIconName; label: string }>> = {
  good: { icon: 'circle-check', label: 'В порядке' },
  none: { icon: 'circle-dashed', label: 'Не настроено' },
  warning: { icon: 'circle-info', label: 'Внимание' },
  danger: { icon: 'circle-cross', label: 'Опасность' },
}

interface StatusRowProps {
  facts: StatusFacts
  level: StatusLevel
  warnings: readonly StatusWarning[]
  sources: readonly NamedSource[]
}

type NamedSource = InstallationStatus['sources']['failing'][number]

/** Maximum number of sources that are named; the page of sources has all. */
const SHOWN_SOURCES = 10

/** Part of the installation: its figures, and its warnings with advice. */
export function StatusRow({
  facts: { title, value, details, isAbsent },
  level,
  warnings,
  sources,
}: StatusRowProps) {
  const shown = level === 'good' && isAbsent ? 'none' : level
  const { icon, label } = LEVELS[shown]
  return (
    <li className="status-row grid items-baseline gap-4-12" data-level={shown}>
      <span className="status-light" role="img" aria-label={label}>
        <CabinetIcon name={icon} />
      </span>
      <h2>{title}</h2>
      <div className="status-facts">
        <p className="tabular-nums">{value}</p>
        {details && <p className="status-details text-14 text-muted wrap-anywhere">{details}</p>}
      </div>
      {warnings.map((warning) => (
        <Warning key={warning.words} warning={warning} sources={sources} />
      ))}
    </li>
  )
}

interface WarningProps {
  warning: StatusWarning
  sources: readonly NamedSource[]
}

function Warning({ warning: { level, words, advice, command, where }, sources }: WarningProps) {
  const more = sources.length - SHOWN_SOURCES
  return (
    <div className="status-warning" data-level={level}>
      <p>
        <b>{words}</b> {advice}
      </p>
      {command !== '' && (
        <div className="status-command flex flex-wrap items-center gap-8">
          <code>{command}</code>
          <CopyButton text={command} />
        </div>
      )}
      {sources.length > 0 && (
        <ul
          className="status-sources flex flex-wrap items-baseline gap-4-16 list-none wrap-anywhere"
          aria-label="Источники без свежих цен"
        >
          {sources.slice(0, SHOWN_SOURCES).map(({ id, title }) => (
            <li key={id}>
              <Link to={sourcePath(id)}>{title}</Link>
            </li>
          ))}
          {more > 0 && <li>и ещё {more}</li>}
        </ul>
      )}
      {where === 'sources' && (
        <Link to={ROUTES.sources} className="button button-secondary">
          Открыть источники
        </Link>
      )}
    </div>
  )
}
