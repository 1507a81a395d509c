// Specification 28.6

import { describe, expect, it } from 'vitest'
import type { InstallationStatus } from '../../../contract/installation/status.ts'
import { NO_CHANNELS } from '../../../tests/support/no-channels.ts'
import { statusWarnings } from './status-warnings.ts'

type Facts = Omit<InstallationStatus, 'warnings'>

const GB = 2 ** 30
const NOW = Date.parse('2026-04-18T12:00:00Z')
const HOUR = 3_600_000
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

const DISK = { free: 50 * GB, total: 100 * GB, low_below: 10 * GB, days_left: null }
const DATABASE = {
  engine: 'postgres' as const,
  size: GB,
  ping: 2,
  connections: { used: 10, most: 100 },
  replicas: { used: 2, all: 2 },
}
const BACKUP = { at: ago(20), size: GB, path: '/b', machine: 'm' }
const QUEUE = { messages: 0, due_since: null, dead: 0, runs: 0, runs_due_since: null }
const CERTIFICATE = { host: 'prices.example.ru', ends_at: ago(-60 * 24), problem: '' }
const DELIVERY = { ...NO_CHANNELS, push: true, demo: false }

const WELL: Facts = {
  version: '1.0.0',
  started_at: ago(1),
  disk: DISK,
  database: DATABASE,
  backup: BACKUP,
  queue: QUEUE,
  sources: { all: 2, failing: [] },
  certificate: CERTIFICATE,
  delivery: DELIVERY,
}

const REMEDIES = { keepDays: 400, pricesDays: 400 }

const failing = (...titles: string[]) => ({ all: 9, failing: titles.map((title) => ({ id: title, title })) })

describe('statusWarnings (specification 28.6)', () => {
  it('has nothing to say of an installation that is well', () => {
    expect(statusWarnings(WELL, NOW, REMEDIES)).toEqual([])
    expect(statusWarnings({ ...WELL, certificate: null }, NOW, REMEDIES)).toEqual([])
  })

  it.each<[string, Partial<Facts>, level: string, words: string]>([
    ['disk', { disk: null }, 'danger', 'Папку данных не удаётся прочитать.'],
    [
      'disk',
      { disk: { ...DISK, free: 9 * GB } },
      'warning',
      'Заканчивается место: без него цены перестанут загружаться.',
    ],
    [
      'disk',
      { disk: { ...DISK, free: GB / 2 } },
      'danger',
      'Заканчивается место: без него цены перестанут загружаться.',
    ],
    [
      'database',
      { database: { ...DATABASE, connections: { used: 90, most: 100 } } },
      'danger',
      'Занято соединений с PostgreSQL: 90 из 100.',
    ],
    [
      'database',
      { database: { ...DATABASE, replicas: { used: 1, all: 2 } } },
      'warning',
      'Реплик базы работает 1 из 2: цены читаются с остальных.',
    ],
    ['database', { database: { ...DATABASE, ping: 500 } }, 'warning', 'База ответила за 500 мс.'],
    ['backup', { backup: null }, 'danger', 'Резервных копий ещё не было.'],
    ['backup', { backup: { ...BACKUP, at: ago(49) } }, 'warning', 'Последней копии 2 дня.'],
    ['backup', { backup: { ...BACKUP, at: ago(24 * 21) } }, 'danger', 'Последней копии 21 день.'],
    [
      'queue',
      { queue: { ...QUEUE, messages: 3, due_since: ago(0.2) } },
      'warning',
      'Уведомления не отправляются больше 10 минут.',
    ],
    [
      'queue',
      { queue: { ...QUEUE, runs: 1, runs_due_since: ago(1.1) } },
      'warning',
      'Загрузка прайс-листа ждёт больше часа.',
    ],
    ['sources', { sources: failing('А', 'Б') }, 'warning', 'Нет свежих цен от 2 источников.'],
    ['sources', { sources: failing('А') }, 'warning', 'Нет свежих цен от 1 источника.'],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, ends_at: null, problem: 'сервер не отвечает' } },
      'warning',
      'Сертификат prices.example.ru не проверен: сервер не отвечает.',
    ],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, ends_at: ago(-24 * 13) } },
      'warning',
      'Сертификат prices.example.ru закончится через 13 дней.',
    ],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, ends_at: ago(-3) } },
      'danger',
      'Сертификат prices.example.ru закончится меньше чем через сутки.',
    ],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, ends_at: ago(3), problem: 'он истёк' } },
      'danger',
      'Сертификат prices.example.ru истёк.',
    ],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, problem: 'он выдан на другое имя' } },
      'danger',
      'Браузеры не доверяют сертификату prices.example.ru: он выдан на другое имя.',
    ],
    [
      'delivery',
      { delivery: { ...DELIVERY, push: false } },
      'warning',
      'Уведомления видны только в приложении: ни push, ни почта, ни Telegram не настроены.',
    ],
  ])('warns of %s: %j', (part, over, level, words) => {
    const [warning, ...others] = statusWarnings({ ...WELL, ...over }, NOW, REMEDIES)
    expect(others).toEqual([])
    expect(warning).toMatchObject({ part, level })
    expect(warning?.words.replaceAll('\u00a0', ' ')).toBe(words)
    expect(warning?.advice).toMatch(/^[А-ЯA-Z].+\.$/)
  })

  it.each<[string, Partial<Facts>, levels: string[], words: RegExp[]]>([
    [
      'database',
      {
        database: {
          ...DATABASE,
          connections: { used: 99, most: 100 },
          replicas: { used: 0, all: 1 },
          ping: 900,
        },
      },
      ['danger', 'warning', 'warning'],
      [/^Занято соединений/, /^Реплик базы/, /^База ответила/],
    ],
    [
      'queue',
      { queue: { ...QUEUE, due_since: ago(1), runs_due_since: ago(2) } },
      ['warning', 'warning'],
      [/^Уведомления не отправляются/, /^Загрузка прайс-листа/],
    ],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, ends_at: ago(-24 * 5), problem: 'он выдан на другое имя' } },
      ['warning', 'danger'],
      [/закончится через 5 дней/, /другое имя/],
    ],
    [
      'certificate',
      { certificate: { ...CERTIFICATE, ends_at: ago(5), problem: 'он подписан неизвестным центром' } },
      ['danger', 'danger'],
      [/истёк/, /неизвестным центром/],
    ],
  ])('has all warnings of %s: %j', (part, over, levels, words) => {
    const warnings = statusWarnings({ ...WELL, ...over }, NOW, REMEDIES)
    expect(warnings.map((warning) => warning.part)).toEqual(levels.map(() => part))
    expect(warnings.map(({ level }) => level)).toEqual(levels)
    expect(warnings.map((warning) => warning.words)).toEqual(words.map((one) => expect.stringMatching(one)))
  })

  it('proposes the backup command of the installation', () => {
    const commandOf = (backupCommand?: string) =>
      statusWarnings({ ...WELL, backup: null }, NOW, { ...REMEDIES, backupCommand })[0]?.command
    expect(commandOf('systemctl start tyre-prices-backup')).toBe('systemctl start tyre-prices-backup')
    expect(commandOf()).toMatch(/^npm run backup -- /)
  })

  it.each([
    { keepDays: 400, pricesDays: 500, command: 'KEEP_DAYS=200' },
    { keepDays: 200, pricesDays: 200, command: 'KEEP_DAYS=100' },
    { keepDays: 400, pricesDays: 70, command: 'KEEP_DAYS=30' },
  ])('proposes fewer days of prices than $pricesDays with KEEP_DAYS=$keepDays', (remedies) => {
    const [warning] = statusWarnings({ ...WELL, disk: { ...DISK, free: GB } }, NOW, remedies)
    expect(warning?.command).toBe(remedies.command)
    expect(warning?.advice).toContain(`меньше дней цен, чем ${remedies.keepDays}:`)
  })

  it.each([
    { keepDays: 59, pricesDays: 59 },
    { keepDays: 400, pricesDays: 0 },
  ])('proposes only other remedies with %j', (remedies) => {
    const [warning] = statusWarnings({ ...WELL, disk: { ...DISK, free: GB } }, NOW, remedies)
    expect(warning).toMatchObject({
      command: '',
      advice: 'Увеличьте диск или уберите с него старые копии и посторонние файлы.',
    })
  })

  it.each<[Partial<Facts>]>([
    [{ backup: { ...BACKUP, at: ago(47) } }],
    [{ queue: { ...QUEUE, messages: 3, due_since: ago(0.1) } }],
    [{ queue: { ...QUEUE, dead: 7 } }],
    [{ certificate: { ...CERTIFICATE, ends_at: ago(-24 * 14) } }],
    [{ delivery: { ...DELIVERY, push: false, telegram: true } }],
  ])('does not warn of %j', (over) => {
    expect(statusWarnings({ ...WELL, ...over }, NOW, REMEDIES)).toEqual([])
  })
})
