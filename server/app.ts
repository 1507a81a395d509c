import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { SECURITY_CALLS } from '../contract/account/security-calls.ts'
import { AUDIT_CALLS, USER_CALLS } from '../contract/account/user-calls.ts'
import { DASHBOARD_CALLS } from '../contract/dashboard/dashboard-calls.ts'
import { DECISION_CALLS } from '../contract/decisions/set-calls.ts'
import { LISTING_CALLS } from '../contract/matching/listing-calls.ts'
import { MATCHING_CALLS } from '../contract/matching/matching-calls.ts'
import { CHANNEL_NAMES, type ChannelName } from '../contract/notifications/channels.ts'
import { OUTLET_CALLS } from '../contract/outlets/outlet-calls.ts'
import { PAGE_CALLS, SHOP_CALLS } from '../contract/pages/page-calls.ts'
import { BELOW_CALLS } from '../contract/recommended/below-calls.ts'
import { RECOMMENDED_CALLS } from '../contract/recommended/recommended-calls.ts'
import { DELIVERY_RULE_CALLS, RULE_CALLS } from '../contract/rules/rule-calls.ts'
import { HELD_CALLS } from '../contract/sources/held-runs.ts'
import { SOURCE_CALLS } from '../contract/sources/source-calls.ts'
import { STRATEGY_CALLS, STRATEGY_PART_CALLS } from '../contract/strategies/strategy-calls.ts'
import { TOTALS_CALLS } from '../contract/totals/totals-calls.ts'
import { VIEW_CALLS } from '../contract/views/view-calls.ts'
import type { Config } from './config.ts'
import { auditHandlers } from './features/audit/audit-routes.ts'
import { createAccessTokens } from './features/auth/access-tokens.ts'
import { authRoutes } from './features/auth/auth-routes.ts'
import { writeAuditedRoutes } from './features/auth/http/audited-routes.ts'
import { DownloadSlots } from './features/auth/http/download-slots.ts'
import {
  createCookieGuard,
  createProofGuard,
  createRequestGuard,
  createRoleGuards,
} from './features/auth/http/guard.ts'
import { limitEveryRoute } from './features/auth/http/rate-limit.ts'
import { passwordResetRoutes } from './features/auth/passwords.ts'
import { createSecretBox } from './features/auth/secret-box.ts'
import { securityHandlers } from './features/auth/security-routes.ts'
import { createCallServer } from './features/auth/serve-calls.ts'
import { adminRoutes, userHandlers } from './features/auth/user-routes.ts'
import { dashboardHandlers } from './features/dashboard/dashboard-routes.ts'
import { DaySummaryService } from './features/dashboard/day-summary-service.ts'
import { decisionHandlers } from './features/decisions/decision-routes.ts'
import { isOwnImportRunning } from './features/decisions/own-imports.ts'
import { addInstallation } from './features/installation/installation.ts'
import { createSetUpCheck } from './features/installation/setup-routes.ts'
import { listingHandlers, matchingHandlers } from './features/matching/matching-routes.ts'
import { createMatchingThread } from './features/matching/reads.ts'
import { createLinks, type Links } from './features/notifications/channels/create-links.ts'
import { linkRoutes } from './features/notifications/channels/link-routes.ts'
import { endDemoLinks } from './features/notifications/channels/links.ts'
import { createDelivery } from './features/notifications/delivery/delivery.ts'
import { freeMessages } from './features/notifications/delivery/lease.ts'
import { deliveryRuleHandlers } from './features/notifications/delivery-rules-routes.ts'
import { notificationRoutes } from './features/notifications/notification-routes.ts'
import type { PushConfig } from './features/notifications/push/config.ts'
import { createPush, type Push } from './features/notifications/push/create-push.ts'
import { createDeliveryThread } from './features/notifications/push/delivery-thread.ts'
import { pushRoutes } from './features/notifications/push/push-routes.ts'
import type { ThreadData } from './features/notifications/push/thread.ts'
import { notifyMissing } from './features/outlets/arrival.ts'
import { createSender } from './features/outlets/delivery/delivery-sender.ts'
import { DELIVERY_PURPOSE } from './features/outlets/delivery/delivery-settings.ts'
import { feedRoutes } from './features/outlets/feed-routes.ts'
import { outletHandlers } from './features/outlets/outlet-routes.ts'
import { publishSet } from './features/outlets/publish.ts'
import { belowHandlers } from './features/recommended/below/below-routes.ts'
import { recommendedListHandlers } from './features/recommended/upload/upload-routes.ts'
import { downloadRoutes } from './features/reports/download-routes.ts'
import { reportRoutes } from './features/reports/report-routes.ts'
import { createBackTestRunner } from './features/rules/back-test-runs.ts'
import { ruleHandlers } from './features/rules/rule-routes.ts'
import { runRuleTasks } from './features/rules/rule-tasks.ts'
import { searchRoutes } from './features/search/search-routes.ts'
import { TyreSearch } from './features/search/tyre-search.ts'
import { createSources, type Sources } from './features/sources/create-sources.ts'
import { exchangeRoutes } from './features/sources/exchange/exchange-routes.ts'
import { pageHandlers, shopHandlers } from './features/sources/pages/page-routes.ts'
import { freeRuns } from './features/sources/run-leases.ts'
import { heldHandlers, sourceHandlers } from './features/sources/source-routes.ts'
import { sourceUploadRoutes } from './features/sources/source-upload-routes.ts'
import type { ThreadSettings } from './features/sources/thread.ts'
import type { MorningDeps } from './features/strategies/morning-publication.ts'
import { runMornings } from './features/strategies/morning-runs.ts'
import { strategyHandlers, strategyPartHandlers } from './features/strategies/strategy-routes.ts'
import { totalsHandlers } from './features/totals/totals-routes.ts'
import { TotalsService } from './features/totals/totals-service.ts'
import { sendWeeklyMails } from './features/totals/weekly-mail.ts'
import { tyreRoutes } from './features/tyres/tyre-routes.ts'
import { viewHandlers } from './features/views/view-routes.ts'
import { createHistoryReader } from './history/history-reader.ts'
import { writeSummaries } from './platform/audit/audit.ts'
import { type ClusterOptions, createCluster } from './platform/cluster/cluster.ts'
import type { Db } from './platform/db/db.ts'
import { openSeparateConnection } from './platform/db/open.ts'
import { createReplicas } from './platform/db/replicas.ts'
import { createReadiness, healthRoutes } from './platform/health/health-routes.ts'
import { addMetrics, createMetrics, type Metrics } from './platform/health/metrics.ts'
import { addApiDocs } from './platform/http/api-docs.ts'
import { appFiles, pageAddress } from './platform/http/app-files.ts'
import { backendProxy } from './platform/http/backend-proxy.ts'
import { answerBrokenRequest } from './platform/http/broken-requests.ts'
import { limitCrowds } from './platform/http/crowding.ts'
import { answerError, answerNotFound } from './platform/http/errors.ts'
import { replaceNulInAddress, replaceNulInBodies } from './platform/http/nul.ts'
import { LOG_OPTIONS, requestIds, sendRequestIds } from './platform/http/request-log.ts'
import { answerErrorsInWords } from './platform/http/schemas.ts'
import { addSecurityHeaders } from './platform/http/security.ts'
import { sharedRateLimits } from './platform/http/shared-rate-limits.ts'
import { limitSlowBodies } from './platform/http/slow-requests.ts'
import { buildValidator, VALIDATOR_OPTIONS } from './platform/http/validators.ts'
import { createRepeatingTask, type RepeatingTaskOptions } from './platform/repeating-task.ts'
import { isTrusted } from './platform/trust-proxy.ts'
import { openOwnSites } from './prices/own-sites.ts'
import { recommendedByTyre } from './prices/recommended-prices.ts'
import { indexLastDay, prepareLastDay } from './prices/report-page.ts'
import { createPriceReader } from './prices/report-query.ts'
import { RowCache } from './prices/row-cache/row-cache.ts'
import {
  createPriceThreads,
  LOW_PRIORITY_THREADS,
  NORMAL_PRIORITY_THREADS,
} from './prices/threads/price-threads.ts'
import { createTyreKeys } from './prices/tyre-catalog.ts'
import { createPruning } from './pruning.ts'

export interface AppDeps {
  config: Config
  /** undefined when requests are forwarded to an existing backend */
  db: Db | undefined
  /** folder of the built app; undefined to serve the API alone */
  dist: string | undefined
}

const BODY_LIMIT = 64 * 1024
/** Maximum length in bytes of a path parameter; the header parser limits the whole. */
const MAX_PARAMETER_LENGTH = 64 * 1024
const COMPRESS_FROM_BYTES = 1024
/** Maximum number of attempts per minute and address to create the first administrator. */
const MAX_SETUP_ATTEMPTS = 10
/** Pause in ms between two writings of summaries into the audit log. */
const AUDIT_PAUSE_MS = 60_000
/** Pause in ms between two looks for digests and late sites of rules. */
const RULES_PAUSE_MS = 20_000
/** Interval in ms of the search for requests that take too long. */
const TIMEOUT_CHECK_MS = 5_000
/** Time in ms after which a connection without traffic is closed. */
const STALLED_MS = 10 * 60_000

/** Builds the server without listening, so that tests can inject requests. */
export async function buildApp({ config, db, dist }: AppDeps): Promise<FastifyInstance> {
  const requestTimeout = config.requestTimeout * 1_000
  const isProxy = (address: string) => isTrusted(config.trustProxy, address)
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    // No limit in front of an existing backend, which may take long to answer. This server's own responses pause that
    // long only if the client has stopped reading.
    connectionTimeout: config.backendUrl ? 0 : STALLED_MS,
    http: {
      headersTimeout: requestTimeout,
      // Bodies are limited by limitSlowBodies, which makes an exception for uploads.
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(requestTimeout, TIMEOUT_CHECK_MS),
    },
    // A tyre's key may be a long article in Cyrillic, with six bytes per letter in an address.
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // A URL that cannot be decoded reaches no route.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: ({ url = '/', method }) => {
      // If requests are forwarded to an existing backend, that backend interprets the URL.
      const address = db ? replaceNulInAddress(url) : url
      return dist ? pageAddress(address, method) : address
    },
    trustProxy: config.trustProxy,
    genReqId: requestIds(isProxy),
    logger: { ...LOG_OPTIONS, level: config.logLevel },
    schemaController: { compilersFactory: { buildValidator } },
    ajv: { customOptions: VALIDATOR_OPTIONS },
  })
  app.setErrorHandler(answerError)
  sendRequestIds(app)
  limitSlowBodies(app, requestTimeout)
  limitCrowds(app, config.crowds, isProxy)
  await addSecurityHeaders(app)
  if (db && !config.backendUrl) await addRouteRules(app, db)
  const metrics = config.metricsToken ? createMetrics(db) : undefined
  if (metrics && config.metricsToken) addMetrics(app, metrics, config.metricsToken)
  await app.register(healthRoutes, { readiness: db && createReadiness(db, config.dataDir) })
  if (config.backendUrl) {
    await app.register(backendProxy, { upstream: config.backendUrl })
  } else if (db) {
    await addCompanion(app, config, db, metrics)
  }
  if (dist) await app.register(appFiles, { dist, isSetUp: db ? createSetUpCheck(db) : async () => true })
  else app.setNotFoundHandler(answerNotFound)
  return app
}

/** Gives all routes registered after this call their limits and entries of the audit log. */
async function addRouteRules(app: FastifyInstance, db: Db): Promise<void> {
  limitEveryRoute(app)
  await app.register(rateLimit, {
    global: false,
    ...(db.engine === 'postgres' && { store: sharedRateLimits(db) }),
  })
  writeAuditedRoutes(app, db)
}

async function addCompanion(app: FastifyInstance, config: Config, db: Db, metrics?: Metrics): Promise<void> {
  await app.register(compress, { threshold: COMPRESS_FROM_BYTES, encodings: ['gzip'] })
  await app.register(cookie)
  await addApiDocs(app)
  answerErrorsInWords(app)
  app.decorateRequest('session', null)
  replaceNulInBodies(app)
  const tokens = createAccessTokens(config.authSecret)
  const guard = createRequestGuard(db, tokens)
  const own = await openOwnSites(db, config.ownSites)
  const { isOwnSite } = own
  const replicas = createReplicas({ primary: db, urls: config.readUrls, log: app.log })
  const prices = replicas.sql
  const search = new TyreSearch(prices)
  const reader = createPriceReader(prices, { isOwnSite, matching: (text) => search.matching(text) })
  const { adminGuard, analystGuard } = createRoleGuards(app, db, config.secondFactorForAdmins)
  const proofGuard = createProofGuard(db)
  const serve = createCallServer(app, { guard, analystGuard, adminGuard, proofGuard })
  const { publicUrl } = config.links
  const { authSecret, secondFactorForAdmins, signInLimit } = config
  const box = createSecretBox(authSecret, 'second factor')
  await app.register(authRoutes, { db, tokens, guard, refreshKey: authSecret, box, signInLimit, publicUrl })
  serve(SECURITY_CALLS, securityHandlers({ db, box, secondFactorForAdmins, passwordLimit: signInLimit }))
  await app.register(passwordResetRoutes, { db, limit: signInLimit })
  serve(USER_CALLS, userHandlers(db))
  serve(AUDIT_CALLS, auditHandlers(db))
  const threads = createPriceThreads(replicas, config, {
    maxThreads: NORMAL_PRIORITY_THREADS,
    lowPriority: false,
  })
  const fileThreads = createPriceThreads(replicas, config, {
    maxThreads: LOW_PRIORITY_THREADS,
    lowPriority: true,
  })
  const matchingThread = createMatchingThread(db, config)
  const { ownSites, glitchFactor, dataDir, databaseUrl } = config
  const backTests = createBackTestRunner(db, isOwnSite, {
    location: { dataDir, databaseUrl },
    ownSites,
    glitchFactor,
  })
  const rowCache = new RowCache({
    threads,
    isOwnSite,
    limit: config.readyRowsMegabytes * 2 ** 20,
  })
  metrics?.watch({
    name: 'ready_rows_bytes',
    help: 'Memory taken by the row cache',
    read: () => rowCache.bytes,
  })
  metrics?.watch({
    name: 'database_replicas_in_use',
    help: 'Replicas that prices are read from',
    read: () => replicas.inUse,
  })
  app.addHook('onListen', async () => {
    replicas.start()
    threads.start()
    fileThreads.start()
    matchingThread.start()
    backTests.start()
  })
  app.addHook('onClose', async () => {
    await Promise.all([threads.stop(), fileThreads.stop(), matchingThread.stop(), backTests.stop()])
    await replicas.stop()
  })
  await app.register(reportRoutes, { reader, rowCache, guard })
  const desk = new DaySummaryService(db, isOwnSite)
  serve(DASHBOARD_CALLS, dashboardHandlers({ sql: db, prices, desk, isOwnSite }))
  const history = createHistoryReader(prices, isOwnSite)
  serve(VIEW_CALLS, viewHandlers(db))
  const keys = createTyreKeys(prices)
  await app.register(tyreRoutes, { sql: prices, guard, keys, history })
  serve(DECISION_CALLS, decisionHandlers({ db, keys, isOwnSite }))
  await endDemoLinks(db, config.links)
  const links = await createLinks(config.links, { db, secret: config.authSecret, log: app.log })
  const { sendMail, unsubscribing } = links.opened.mail
  const { allowedHosts, userAgent, stallSeconds } = config.sources
  const outlets = {
    db,
    keys,
    isOwnSite,
    allowedHosts,
    box: createSecretBox(authSecret, DELIVERY_PURPOSE),
    sendMail,
  }
  serve(OUTLET_CALLS, outletHandlers(outlets))
  await app.register(feedRoutes, { db })
  const strategies = { db, reader, isOwnSite, recommended: () => recommendedByTyre(prices) }
  serve(STRATEGY_CALLS, strategyHandlers(db))
  serve(STRATEGY_PART_CALLS, strategyPartHandlers(strategies))
  const totals = new TotalsService({ db, prices, isOwnSite, run: fileThreads.run, log: app.log })
  app.addHook('onClose', () => totals.stop())
  serve(TOTALS_CALLS, totalsHandlers({ db, desk: totals, canMail: sendMail !== undefined }))
  const slots = new DownloadSlots()
  const matching = { db, isOwnSite, thread: matchingThread }
  serve(MATCHING_CALLS, matchingHandlers({ ...matching, slots }))
  serve(LISTING_CALLS, listingHandlers({ ...matching, keys }))
  await app.register(searchRoutes, { reader, search, guard })
  serve(RECOMMENDED_CALLS, recommendedListHandlers({ db, reader }))
  serve(BELOW_CALLS, belowHandlers({ reader, keys, slots }))
  await app.register(downloadRoutes, { reader, guard, slots, run: fileThreads.run })
  await app.register(notificationRoutes, { db, guard, slots })
  serve(DELIVERY_RULE_CALLS, deliveryRuleHandlers(db))
  await app.register(linkRoutes, { db, guard, proofGuard, links })
  const push = config.push && createPush({ db, config: config.push, publicUrl })
  const channels = [...links.channels.map(({ name }) => name), ...(push ? [push.channel.name] : [])]
  serve(RULE_CALLS, ruleHandlers({ db, isOwnSite, channels, backTests }))
  const cookieGuard = createCookieGuard(db, tokens, publicUrl)
  await app.register(pushRoutes, { guard, cookieGuard, push, publicUrl })
  const server = randomUUID()
  const sources = createSources({ db, keys, isOwnSite, server, log: app.log, ...sourceSettings(config) })
  serve(SOURCE_CALLS, sourceHandlers(db, sources))
  serve(HELD_CALLS, heldHandlers(db))
  await app.register(sourceUploadRoutes, { db, guard, adminGuard, serve, sources })
  await app.register(exchangeRoutes, { db, sources })
  serve(SHOP_CALLS, shopHandlers(sources.shopJobs))
  serve(PAGE_CALLS, pageHandlers({ db, slots, tracking: sources.tracking }))
  // After a failure, the first list request tries again.
  app.addHook('onReady', () => indexLastDay(reader).catch(() => undefined))
  app.addHook('onListen', () => {
    const prepared = prepareLastDay(reader, rowCache).catch(() => undefined)
    // The search index is built after the day's rows, which most users request first.
    prepared.then(() => search.prepare()).catch(() => undefined)
  })
  const aside = await openSeparateConnection(db, config)
  const morningDeps = {
    ...strategies,
    isImporting: () => isOwnImportRunning(db, isOwnSite),
    publish: (...given: Parameters<MorningDeps['publish']>) => publishSet(outlets, ...given),
  }
  const weeklyDeps = { db, desk: totals, sendMail, unsubscribing, publicUrl }
  const leader = (name: string, work: RepeatingTaskOptions['work'], pauseMs?: number) =>
    createRepeatingTask({ name, work, log: app.log, ...(pauseMs && { pauseMs }) })
  workWhileListening(app, {
    config,
    db,
    aside,
    server,
    links,
    push,
    sources,
    duties: {
      ...links.duties,
      'upkeep of sources': sources.upkeep,
      'arrival of published prices': leader('outlets', () => notifyMissing(outlets)),
      'sending of published prices': createSender({ ...outlets, userAgent, stallSeconds }, app.log),
      'morning runs of strategies': leader('strategies', () => runMornings(morningDeps)),
      'mails with totals': leader('mails with totals', (signal) =>
        sendWeeklyMails(weeklyDeps, Date.now(), signal),
      ),
      'digests of rules': leader('rules', () => runRuleTasks({ db, isOwnSite }, Date.now()), RULES_PAUSE_MS),
      pruning: createPruning(db, app.log),
    },
  })
  await app.register(adminRoutes, { db, guard, adminGuard, proofGuard })
  await addInstallation(app, {
    serve,
    db,
    dataDir,
    own,
    authSecret,
    publicUrl,
    allowedHosts,
    setupLimit: Math.min(signInLimit, MAX_SETUP_ATTEMPTS),
    backupCommand: config.backupCommand,
    keepDays: config.sources.keepDays,
    readReplicas: () => ({ used: replicas.inUse, all: config.readUrls.length }),
    delivery: {
      ...(Object.fromEntries(CHANNEL_NAMES.map((name) => [name, channels.includes(name)])) as Record<
        ChannelName,
        boolean
      >),
      demo: config.links.demo,
    },
  })
}

interface BackgroundParts {
  config: Config
  db: Db
  /** database with connections that no request uses */
  aside: Db
  /** id of this server in the cluster */
  server: string
  links: Links
  push: Push | undefined
  sources: Sources
  /** tasks that one server does for all, by name */
  duties: ClusterOptions['duties']
}

/**
 * Runs the bot, the delivery of notifications and the sources only while the server listens, so not in tests that
 * merely inject requests.
 */
function workWhileListening(
  app: FastifyInstance,
  { config, db, aside, server, links, push, sources, duties }: BackgroundParts,
): void {
  const { channels, endLink, footer, publicUrl } = links
  const elsewhere = push ? [push.channel.name] : []
  const delivery = createDelivery({
    db,
    channels,
    elsewhere,
    server,
    endLink,
    footer,
    publicUrl,
    log: app.log,
  })
  const thread = config.push && createDeliveryThread(threadData(config, config.push, links, server), app.log)
  const summaries = createRepeatingTask({
    ...{ name: 'audit log', log: app.log, pauseMs: AUDIT_PAUSE_MS },
    work: () => writeSummaries(db),
  })
  const peers = createCluster({
    db: aside,
    id: server,
    duties,
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
    await writeSummaries(db, { stopping: true }).catch((error: Error) =>
      app.log.warn(`audit log: ${error.message}`),
    )
    await Promise.all([delivery.stop(), thread?.stop(), sources.stop()])
    // Stopped last, so that no other server considers this one dead while it still releases its leases.
    await peers.stop()
    if (aside !== db) await aside.close()
    links.close()
    push?.close()
  })
}

function sourceSettings(config: Config): ThreadSettings {
  const { dataDir, databaseUrl, authSecret, imports: limits, glitchFactor, ownSites, sources } = config
  return { location: { dataDir, databaseUrl }, authSecret, config: sources, limits, glitchFactor, ownSites }
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
