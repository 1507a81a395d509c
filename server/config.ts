import { hostName } from '../contract/lib/host-name.ts'
import {
  type LinkConfig,
  readLinkConfig,
  refuseOpenDemo,
} from './features/notifications/channels/link-config.ts'
import { type PushConfig, readPushConfig } from './features/notifications/push/config.ts'
import { readSourcesConfig, type SourcesConfig } from './features/sources/config.ts'
import { type ImportLimits, readLimits } from './import/limits.ts'
import type { DatabaseLocation } from './platform/db/open.ts'
import type { CrowdLimits } from './platform/http/crowding.ts'
import { OperatorError } from './platform/operator-error.ts'
import { readTrustProxy, type TrustProxy } from './platform/trust-proxy.ts'
import { GLITCH_FACTOR } from './prices/price-change.ts'

/** Settings from the environment; docs/operating.md explains each to the operator. */
export interface Config extends DatabaseLocation {
  host: string
  port: number
  /** origin of an existing backend; if set, the server only serves the app and forwards API calls */
  backendUrl: string | undefined
  adminUsername: string
  adminPassword: string | undefined
  /** password that the set-up has generated and written to .env.local, and that nobody has seen yet */
  generatedAdminPassword: string | undefined
  /** key that signs access tokens */
  authSecret: string
  /** maximum number of sign-in attempts per minute and IP address */
  signInLimit: number
  /** whether administrators require a second factor for administration */
  secondFactorForAdmins: boolean
  /** trusted reverse proxies, which supply the client's address and protocol */
  trustProxy: TrustProxy
  /** time limit in seconds for receiving a request, header and body */
  requestTimeout: number
  crowds: CrowdLimits
  logLevel: string
  /** token required to read the metrics; undefined to serve none */
  metricsToken: string | undefined
  links: LinkConfig
  /** undefined without keys, and if requests are forwarded to an existing backend, which has its own push */
  push: PushConfig | undefined
  sources: SourcesConfig
  /** limits of one price list */
  imports: ImportLimits
  /** factor beyond which price changes are outliers */
  glitchFactor: number
  /** hosts of OWN_SITE; [] if it is not set (server/prices/own-sites.ts) */
  ownSites: readonly string[]
  /** URLs of hot standbys of the database, from which prices may be read */
  readUrls: readonly string[]
  /** command that saves a backup of this installation; undefined without a service for it */
  backupCommand: string | undefined
  /** memory limit in megabytes of cached rows of lists */
  readyRowsMegabytes: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads all settings.
 * @throws OperatorError
 */
export function readConfig(env: Environment): Config {
  const links = readLinkConfig(env)
  refuseOpenDemo(env)
  return {
    host: env.HOST || 'localhost',
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    ...readDatabaseLocation(env),
    backendUrl: backendUrl(env.BACKEND_URL),
    adminUsername: env.ADMIN_USERNAME || 'admin',
    adminPassword: env.ADMIN_PASSWORD || undefined,
    generatedAdminPassword: env.GENERATED_ADMIN_PASSWORD || undefined,
    authSecret: authSecret(env.AUTH_SECRET),
    signInLimit: wholeNumber(env, 'SIGN_IN_LIMIT', 20, 1, 1_000_000),
    secondFactorForAdmins: flag(env, 'SECOND_FACTOR_FOR_ADMINS'),
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    requestTimeout: wholeNumber(env, 'REQUEST_TIMEOUT', 30, 1, 3_600),
    crowds: {
      connections: wholeNumber(env, 'MAX_CONNECTIONS', 2_000, 1, 1_000_000),
      perClient: wholeNumber(env, 'MAX_CONNECTIONS_PER_ADDRESS', 300, 1, 1_000_000),
    },
    logLevel: env.LOG_LEVEL || 'warn',
    metricsToken: metricsToken(env.METRICS_TOKEN),
    links,
    push: env.BACKEND_URL ? undefined : readPushConfig(env, links),
    sources: readSources(env),
    imports: readImportLimits(env),
    glitchFactor: readGlitchFactor(env),
    readUrls: readUrls(env),
    readyRowsMegabytes: wholeNumber(env, 'READY_ROWS_MB', 384, 1, 1_000_000),
    ownSites: readOwnSites(env),
    backupCommand: env.BACKUP_COMMAND || undefined,
  }
}

/** Reads OWN_SITE: the host names of the own sites; [] without it. */
export const readOwnSites = (env: Environment): string[] =>
  (env.OWN_SITE ?? '').split(',').map(hostName).filter(Boolean)

/** Reads the settings for commands that only need the database. */
export function readDatabaseLocation(env: Environment): DatabaseLocation {
  return { dataDir: env.DATA_DIR || 'data', databaseUrl: env.DATABASE_URL || undefined }
}

/**
 * Reads GLITCH_FACTOR: price changes beyond it are outliers and notify nobody.
 * @throws OperatorError
 */
export function readGlitchFactor(env: Environment): number {
  return wholeNumber(env, 'GLITCH_FACTOR', GLITCH_FACTOR, 2, 1_000)
}

/**
 * Reads IMPORT_MAX_…: the limits of one file.
 * @throws OperatorError
 */
export function readImportLimits(env: Environment): ImportLimits {
  return readLimits((variable, usual) => wholeNumber(env, variable, usual, 1, 1_000_000_000))
}

/**
 * Reads the limits of fetched and uploaded price lists.
 * @throws OperatorError
 */
function readSources(env: Environment): SourcesConfig {
  return readSourcesConfig(env, (...variable) => wholeNumber(env, ...variable))
}

function wholeNumber(env: Environment, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name]
  if (!text) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new OperatorError(`${name}: нужно целое число от ${min} до ${max}, указано «${text}»`)
  }
  return value
}

function flag(env: Environment, name: string): boolean {
  const text = env[name] || '0'
  if (text !== '0' && text !== '1') throw new OperatorError(`${name}: нужно 1 или 0, указано «${text}»`)
  return text === '1'
}

function backendUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new OperatorError(`BACKEND_URL: нужен адрес вида https://example.ru, указано «${text}»`)
  }
  return text.replace(/\/{1,9}$/, '')
}

/** Reads DATABASE_READ_URLS. URLs are secrets, so error messages do not contain them. */
function readUrls(env: Environment): string[] {
  const urls = (env.DATABASE_READ_URLS ?? '').split(/[\s,]+/).filter(Boolean)
  if (urls.length > 0 && !env.DATABASE_URL) {
    throw new OperatorError('DATABASE_READ_URLS: реплики бывают только у PostgreSQL, укажите и DATABASE_URL')
  }
  for (const [at, url] of urls.entries()) {
    if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
      throw new OperatorError(`DATABASE_READ_URLS: адрес ${at + 1} не вида postgres://пользователь@узел/база`)
    }
  }
  return urls
}

const TOKEN_LENGTH = 16

function metricsToken(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (text.length < TOKEN_LENGTH) {
    throw new OperatorError(`METRICS_TOKEN: нужна случайная строка не короче ${TOKEN_LENGTH} знаков`)
  }
  return text
}

const SECRET_LENGTH = 32
/**
 * Minimum number of different characters in a secret; fewer occur in one of ten thousand random secrets of 32
 * hexadecimal digits.
 */
const SECRET_VARIETY = 10

function authSecret(text: string | undefined): string {
  if (text && text.length >= SECRET_LENGTH && new Set(text).size >= SECRET_VARIETY) return text
  throw new OperatorError(
    `AUTH_SECRET: нужна случайная строка не короче ${SECRET_LENGTH} знаков, из них не меньше ${SECRET_VARIETY} разных (npm start создаёт её в .env.local)`,
  )
}
