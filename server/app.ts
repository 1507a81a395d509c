import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { createAuditSummaries } from './audit.ts'
import { createAccessTokens } from './auth/access-token.ts'
import { createSecretBox } from './auth/secret-box.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import { openAside } from './db/open.ts'
import { createReplicas } from './db/replicas.ts'
import { createDelivery } from './delivery/delivery.ts'
import { freeMessages } from './delivery/lease.ts'
import { TodayDesk } from './desk/today/today.ts'
import { createMetrics, type Metrics } from './health/metrics.ts'
import { createReadiness } from './health/readiness.ts'
import { createHistoryReader } from './history/read.ts'
import { createAdminGuard, createProofGuard } from './http/admin-guard.ts'
import { adminRoutes } from './http/admin-routes.ts'
import { addApiDocs } from './http/api-docs.ts'
import { appFiles, pageAddress } from './http/app-files.ts'
import { auditRoutes } from './http/audit-routes.ts'
import { authRoutes } from './http/auth-routes.ts'
import { backendProxy } from './http/backend-proxy.ts'
import { answerBrokenRequest } from './http/broken-requests.ts'
import { companionRoutes } from './http/companion-routes.ts'
import { limitCrowds } from './http/crowding.ts'
import { decisionRoutes } from './http/decision-routes.ts'
import { downloadRoutes } from './http/download-routes.ts'
import { DownloadSlots } from './http/download-slots.ts'
import { answerError, answerNotFound } from './http/errors.ts'
import { freshnessRoutes } from './http/freshness-routes.ts'
import { createCookieGuard, createRequestGuard } from './http/guard.ts'
import { healthRoutes } from './http/health-routes.ts'
import { linkRoutes } from './http/link-routes.ts'
import { LOG_OPTIONS } from './http/log-options.ts'
import { addMetrics } from './http/metrics-route.ts'
import { notificationRoutes } from './http/notification-routes.ts'
import { replaceNulInAddress, replaceNulInBodies } from './http/nul.ts'
import { passwordResetRoutes } from './http/password-reset-routes.ts'
import { pushRoutes } from './http/push-routes.ts'
import { reportRoutes } from './http/report-routes.ts'
import { searchRoutes } from './http/search-routes.ts'
import { addSecurityHeaders } from './http/security.ts'
import { securityRoutes } from './http/security-routes.ts'
import { sharedRateLimits } from './http/shared-rate-limits.ts'
import { limitSlowBodies } from './http/slow-requests.ts'
import { sourceRoutes } from './http/source-routes.ts'
import { sourceUploadRoutes } from './http/source-upload-routes.ts'
import { todayRoutes } from './http/today-routes.ts'
import { tyreRoutes } from './http/tyre-routes.ts'
import { userRoutes } from './http/user-routes.ts'
import { buildValidator } from './http/validators.ts'
import { viewRoutes } from './http/view-routes.ts'
import { createLinks, type Links } from './linked-channels/create-links.ts'
import { endDemoLinks } from './linked-channels/demo.ts'
import { createPeers } from './peers/peers.ts'
import { indexLastDay, prepareLastDay } from './prices/prepare-last-day.ts'
import { createPriceReader } from './prices/price-reader.ts'
import { createAside } from './prices/ready/aside.ts'
import { ReadyRows } from './prices/ready/ready-rows.ts'
import { createRowMaker } from './prices/ready/row-maker.ts'
import { BEHIND_ANSWERS } from './prices/ready/row-threads.ts'
import { createTyreKeys } from './prices/tyre-keys.ts'
import { createPruning } from './pruning.ts'
import type { PushConfig } from './push/config.ts'
import { createPush, type Push } from './push/create-push.ts'
import { createDeliveryThread } from './push/delivery-thread.ts'
import type { ThreadData } from './push/thread.ts'
import { TyreSearch } from './search/tyre-search.ts'
import { createSources, type Sources } from './sources/create-sources.ts'
import { freeRuns } from './sources/run-leases.ts'
import type { ThreadSettings } from './sources/thread-data.ts'
import { isTrusted } from './trust-proxy.ts'

export interface AppDeps {
  config: Config
  /** undefined when requests are forwarded to an existing backend */
  db: Db | undefined
  /** folder of the built app; undefined to serve the API alone */
  dist: string | undefined
}

const BODY_LIMIT = 64 * 1024
/** bytes, which the parser of headers limits */
const LONGEST_PARAMETER = 64 * 1024
const COMPRESS_FROM_BYTES = 1024
/** How often requests that take too long are looked for. */
const TIMEOUT_CHECK_MS = 5_000
/** A connection on which nothing moves for this long is closed. */
const STALLED_MS = 10 * 60_000

/** Builds the server without listening, so that tests can inject requests. */
export async function buildApp({ config, db, dist }: AppDeps): Promise<FastifyInstance> {
  const requestTimeout = config.requestTimeout * 1_000
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    // A backend may think for long; our own answers are never this long without a byte unless the client stopped reading.
    connectionTimeout: config.backendUrl ? 0 : STALLED_MS,
    http: {
      headersTimeout: requestTimeout,
      // Bodies are limited by limitSlowBodies, which lets uploads through.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(requestTimeout, TIMEOUT_CHECK_MS),
    },
    // A tyre's key may be a long article in Cyrillic, of six bytes a letter in an address.
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    // An address that cannot be decoded comes to no route.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: ({ url = '/', method }) => {
      // In front of an existing backend, addresses are the backend's to read.
      const address = db ? replaceNulInAddress(url) : url
      return dist ? pageAddress(address, method) : address
    },
    trustProxy: config.trustProxy,
    logger: { ...LOG_OPTIONS, level: config.logLevel },
    schemaController: { compilersFactory: { buildValidator } },
    // Ajv's pass that shortens the code of validators takes half the time of compiling them.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true, code: { optimize: false } } },
  })
  app.setErrorHandler(answerError)
  limitSlowBodies(app, requestTimeout)
  limitCrowds(app, config.crowds, (address) => isTrusted(config.trustProxy, address))
  await addSecurityHeaders(app)
  const metrics = config.metricsToken ? createMetrics(db) : undefined
  if (metrics && config.metricsToken) addMetrics(app, metrics, config.metricsToken)
  await app.register(healthRoutes, { readiness: db && createReadiness(db, config.dataDir) })
  if (config.backendUrl) {
    await app.register(backendProxy, { upstream: config.backendUrl })
  } else if (db) {
    await addCompanion(app, config, db, metrics)
  }
  if (dist) await app.register(appFiles, { dist })
  else app.setNotFoundHandler(answerNotFound)
  return app
}

async function addCompanion(app: FastifyInstance, config: Config, db: Db, metrics?: Metrics): Promise<void> {
  await app.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['gzip'] })
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    ...(db.engine === 'postgres' && { store: sharedRateLimits(db) }),
  })
  await addApiDocs(app)
  app.decorateRequest('session', null)
  replaceNulInBodies(app)
  const tokens = createAccessTokens(config.authSecret)
  const guard = createRequestGuard(db, tokens)
  const { isOwnSite } = config
  const replicas = createReplicas({ primary: db, urls: config.readUrls, log: app.log })
  const prices = replicas.sql
  const search = new TyreSearch(prices)
  const reader = createPriceReader(prices, { isOwnSite, matching: (text) => search.matching(text) })
  const adminGuard = createAdminGuard(app, db, config.secondFactorForAdmins)
  const proofGuard = createProofGuard(db)
  const { publicUrl } = config.links
  const { authSecret, secondFactorForAdmins, signInLimit } = config
  const box = createSecretBox(authSecret, 'second factor')
  await app.register(authRoutes, { db, tokens, guard, refreshKey: authSecret, box, signInLimit, publicUrl })
  await app.register(securityRoutes, {
    db,
    guard,
    proofGuard,
    box,
    secondFactorForAdmins,
    passwordLimit: signInLimit,
  })
  await app.register(passwordResetRoutes, { db, limit: signInLimit })
  await app.register(userRoutes, { db, guard, adminGuard, proofGuard })
  await app.register(auditRoutes, { sql: db, guard, adminGuard })
  const rows = createRowMaker(replicas, config)
  const files = createAside(replicas, config, { most: BEHIND_ANSWERS, behind: true })
  const ready = new ReadyRows({
    maker: rows,
    isOwnSite,
    limit: config.readyRowsMegabytes * 2 ** 20,
  })
  metrics?.watch({
    name: 'ready_rows_bytes',
    help: 'Memory taken by rows of lists that are kept ready',
    read: () => ready.bytes,
  })
  metrics?.watch({
    name: 'database_replicas_in_use',
    help: 'Replicas that prices are read from',
    read: () => replicas.inUse,
  })
  app.addHook('onListen', async () => {
    replicas.start()
    rows.workAside()
    files.workAside()
  })
  app.addHook('onClose', async () => {
    await Promise.all([rows.stop(), files.stop()])
    await replicas.stop()
  })
  await app.register(reportRoutes, { reader, ready, guard })
  await app.register(companionRoutes, { sql: db, guard, isOwnSite: config.isOwnSite })
  await app.register(freshnessRoutes, { sql: prices, guard })
  await app.register(todayRoutes, { desk: new TodayDesk(db, config.isOwnSite), guard })
  const history = createHistoryReader(prices, config.isOwnSite)
  await app.register(viewRoutes, { db, guard })
  const keys = createTyreKeys(prices)
  await app.register(tyreRoutes, { sql: prices, guard, keys, history })
  await app.register(decisionRoutes, { db, guard, keys, isOwnSite: config.isOwnSite })
  await app.register(searchRoutes, { reader, search, guard })
  const slots = new DownloadSlots()
  await app.register(downloadRoutes, { reader, guard, slots, run: files.run })
  await app.register(notificationRoutes, { db, guard, slots })
  await endDemoLinks(db, config.links)
  const links = createLinks({ db, config: config.links, secret: config.authSecret, log: app.log })
  await app.register(linkRoutes, { db, guard, proofGuard, links })
  const push = config.push && createPush({ db, config: config.push, publicUrl })
  const cookieGuard = createCookieGuard(db, tokens, publicUrl)
  await app.register(pushRoutes, { guard, cookieGuard, push, publicUrl })
  const server = randomUUID()
  const sources = createSources({ db, server, log: app.log, ...sourceSettings(config) })
  await app.register(sourceRoutes, { db, guard, adminGuard, proofGuard, sources })
  await app.register(sourceUploadRoutes, { db, guard, adminGuard, sources })
  // A failure is tried again by the first search, and by the first list.
  app.addHook('onReady', () => indexLastDay(reader).catch(() => undefined))
  app.addHook('onListen', () => {
    const prepared = prepareLastDay(reader, ready).catch(() => undefined)
    // After the day, which most people look at first.
    prepared.then(() => search.prepare()).catch(() => undefined)
  })
  const aside = await openAside(db, config)
  workWhileListening(app, { config, db, aside, server, links, push, sources })
  await app.register(adminRoutes, { db, guard, adminGuard, proofGuard })
}

interface BackgroundParts {
  config: Config
  db: Db
  /** with connections that no request has */
  aside: Db
  /** this server's id among its peers */
  server: string
  links: Links
  push: Push | undefined
  sources: Sources
}

/** Runs the bot, the delivery of notifications and the sources only while the server listens, so not in tests that merely inject requests. */
function workWhileListening(
  app: FastifyInstance,
  { config, db, aside, server, links, push, sources }: BackgroundParts,
): void {
  const { channels, endLink, footer } = links
  const elsewhere = push ? [push.channel.name] : []
  const delivery = createDelivery({ db, channels, elsewhere, server, endLink, footer, log: app.log })
  const thread = config.push && createDeliveryThread(threadData(config, config.push, links, server), app.log)
  const summaries = createAuditSummaries(db, (error) => app.log.error({ err: error }, 'audit log'))
  const peers = createPeers({
    db: aside,
    id: server,
    duties: {
      "the bot's updates": links.updates,
      'upkeep of sources': sources.upkeep,
      pruning: createPruning(db, app.log),
    },
    async free(sql, whose) {
      await freeMessages(sql, whose)
      await freeRuns(sql, whose)
    },
    log: app.log,
  })
  app.addHook('onListen', async () => {
    peers.start()
    summaries.start()
    delivery.start()
    thread?.start()
    sources.start()
  })
  app.addHook('onClose', async () => {
    await summaries.stop()
    await Promise.all([delivery.stop(), thread?.stop(), sources.stop()])
    // Last, lest another server takes for dead what is still being given back.
    await peers.stop()
    if (aside !== db) await aside.close()
    links.close()
    push?.close()
  })
}

function sourceSettings(config: Config): ThreadSettings {
  const { dataDir, databaseUrl, authSecret, imports: limits, glitchFactor, sources } = config
  return { location: { dataDir, databaseUrl }, authSecret, config: sources, limits, glitchFactor }
}

function threadData(
  { dataDir, databaseUrl }: Config,
  config: PushConfig,
  links: Links,
  server: string,
): ThreadData {
  const elsewhere = links.channels.map(({ name }) => name)
  return { location: { dataDir, databaseUrl }, config, publicUrl: links.publicUrl, elsewhere, server }
}
