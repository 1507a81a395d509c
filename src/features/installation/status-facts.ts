import type { InstallationStatus, StatusPart } from '../../../contract/installation/status.ts'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { CHANNEL_NAMES, CHANNELS } from '../../../contract/notifications/channels.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { countText, type NounForms, pluralForm } from '../../ui/plural.ts'

/** Figures of a part of the installation, in words. */
export interface StatusFacts {
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

/** Figures by part. */
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
