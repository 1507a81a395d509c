import type { KindName } from './visit.ts'

/** A figure for each of the machines on a request's way. */
export interface Parts {
  server: number
  primary: number
  standby: number
}

/** Figures of one server, one PostgreSQL and one standby with some days of offers. */
export interface Measured {
  /** offers of the measured day */
  offers: number
  /** processor time in seconds of the import of that day; `server` is the import command */
  importing: Parts
  /** bytes that the day adds to the database */
  diskOfDay: number
  /** ms of processor time for a request */
  kinds: Record<KindName, Parts>
  /** bytes of an answer as sent */
  bytes: Record<KindName, number>
  /** ms of processor time a second without requests */
  idle: Parts
  /** ms for a request of the mixed run, and what the kinds measured alone add up to */
  mixed: { perRequest: Parts; ofKinds: Parts }
  /** resident memory of the server in bytes afterwards */
  memory: number
}

export type Assumptions = typeof import('./assumptions.json')

/** Requests of a visit, by kind; undefined for the poll. */
export type Visit = Readonly<Record<string, { perVisit: number | undefined }>>

interface Machine {
  name: string
  count: number
  cores: number
  /** gigabytes */
  memory: number
  disk: number
  /** a month, all of them together */
  price: number
}

/** A resource, and the share of it that the plan uses. */
interface Limit {
  name: string
  used: number
  available: number
  unit: string
}

export interface Plan {
  visitsInPeakHour: number
  requestsPerSecond: number
  pollsPerSecond: number
  /** cores that are busy at the peak */
  cores: Parts
  /** answers at the peak, bits a second */
  bits: number
  importHours: number
  pushMinutes: number
  /** bytes after a year */
  prices: number
  notifications: number
  machines: Machine[]
  /** a month: machines, copies and traffic */
  price: { machines: number; copies: number; traffic: number; all: number }
  settings: { readyRowsMegabytes: number; maxConnections: number; maxTyres: number }
  /** the fullest first */
  limits: Limit[]
}

const GIGABYTE = 1e9
const HOUR = 3_600
const DAYS_OF_YEAR = 365
const WORKDAYS_OF_MONTH = 22
const DISK_STEP = 250
/** Connections of a server: its beats, requests, push, and threads that build rows or files (docs/operating.md). */
const CONNECTIONS = 1 + 10 + 10 + 8
/** Connections of imports, copies and people who look. */
const FURTHER_CONNECTIONS = 20
/** READY_ROWS_MB of the measured server. */
const MEASURED_ROWS = 384e6

/** Computes machines, settings, price and limits from measured figures and assumptions. */
export function planCapacity(measured: Measured, assumed: Assumptions, visit: Visit): Plan {
  const days = assumed.offers / measured.offers
  const visitsInDay = assumed.people * assumed.presentShare * assumed.visitsOfOne
  const visitsInPeakHour = visitsInDay * assumed.peakHourShare
  const visitsPerSecond = (visitsInPeakHour / HOUR) * assumed.burst
  const pollsPerSecond = (assumed.people * assumed.openTabsShare) / assumed.pollSeconds
  const rates = Object.entries(visit).map(([name, { perVisit }]) => ({
    name: name as KindName,
    rate: perVisit === undefined ? pollsPerSecond : perVisit * visitsPerSecond,
    growth: (assumed.growth as Record<string, number>)[name] ?? 1,
    perVisit: perVisit ?? 0,
  }))
  // Requests in a mix cost more than many of one kind in a row.
  const mixed = (part: keyof Parts) => measured.mixed.perRequest[part] / measured.mixed.ofKinds[part]
  const busy = (part: keyof Parts) =>
    (mixed(part) *
      rates.reduce((sum, { name, rate, growth }) => sum + rate * growth * measured.kinds[name][part], 0)) /
    1_000
  const cores: Parts = { server: busy('server'), primary: busy('primary'), standby: busy('standby') }
  const bits =
    8 * rates.reduce((sum, { name, rate, growth }) => sum + rate * growth * measured.bytes[name], 0)
  const bytesOfVisit = rates.reduce(
    (sum, { name, perVisit, growth }) => sum + perVisit * growth * measured.bytes[name],
    0,
  )

  const importHours = ((measured.importing.server + measured.importing.primary) * days) / HOUR
  const messages = assumed.people * assumed.devicesOfOne * assumed.sitesThatNotify
  const prices = measured.diskOfDay * days * assumed.keepDays + assumed.historyOfYear
  const notifications = assumed.notificationsOfPersonAndDay * assumed.people * DAYS_OF_YEAR
  const disk = Math.ceil((prices + notifications) / assumed.fullest / GIGABYTE / DISK_STEP) * DISK_STEP
  const rows = assumed.preparedKinds * assumed.preparedOfKind * days
  const memory = measured.memory + Math.max(0, rows - MEASURED_ROWS)

  // A server answers in one thread, so that each counts as one core; one more stands in for a server that is updated.
  const servers = Math.ceil(cores.server / assumed.busiest) + 1
  const standbys = Math.max(1, Math.ceil(cores.standby / (assumed.database.cores * assumed.busiest)))
  const machine = (
    name: string,
    count: number,
    size: { cores: number; memory: number; disk: number },
  ): Machine => ({
    name,
    count,
    ...size,
    price:
      count *
      (size.cores * assumed.prices.core +
        size.memory * assumed.prices.gigabyteOfMemory +
        size.disk * assumed.prices.gigabyteOfDisk),
  })
  const machines = [
    machine('reverse proxy', 2, assumed.proxy),
    machine('server', servers, assumed.server),
    machine('PostgreSQL, primary', 1, { ...assumed.database, disk }),
    machine('PostgreSQL, standby', standbys, { ...assumed.database, disk }),
  ]
  const ofMachines = machines.reduce((sum, { price }) => sum + price, 0)
  const copies =
    ((prices + notifications) / GIGABYTE) *
    assumed.copyShare *
    assumed.copiesDays *
    assumed.prices.gigabyteOfCopies
  const traffic =
    ((bytesOfVisit * visitsInDay * WORKDAYS_OF_MONTH) / GIGABYTE) * assumed.prices.gigabyteOfTraffic
  const limits: Limit[] = [
    {
      name: 'disk of PostgreSQL after a year',
      used: (prices + notifications) / GIGABYTE,
      available: disk,
      unit: 'GB',
    },
    {
      name: 'threads that answer, one server away',
      used: cores.server,
      available: servers - 1,
      unit: 'cores',
    },
    {
      name: 'processor of the primary',
      used: cores.primary,
      available: assumed.database.cores,
      unit: 'cores',
    },
    {
      name: 'processor of the standbys',
      used: cores.standby,
      available: standbys * assumed.database.cores,
      unit: 'cores',
    },
    { name: 'memory of a server', used: memory / GIGABYTE, available: assumed.server.memory, unit: 'GB' },
    { name: 'network of the proxy', used: bits / 1e6, available: assumed.network / 1e6, unit: 'Mbit/s' },
    { name: 'import, between 2 and 6 o’clock', used: importHours, available: 4, unit: 'h' },
  ]
  return {
    visitsInPeakHour,
    requestsPerSecond: rates.reduce((sum, { rate }) => sum + rate, 0),
    pollsPerSecond,
    cores,
    bits,
    importHours,
    pushMinutes: messages / (assumed.pushesPerSecond * servers) / 60,
    prices,
    notifications,
    machines,
    price: { machines: ofMachines, copies, traffic, all: ofMachines + copies + traffic },
    settings: {
      readyRowsMegabytes: Math.ceil(rows / 1e6 / 100) * 100,
      maxConnections: servers * CONNECTIONS + FURTHER_CONNECTIONS,
      maxTyres: 200_000,
    },
    limits: limits.toSorted((one, other) => other.used / other.available - one.used / one.available),
  }
}
