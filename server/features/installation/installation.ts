import type { FastifyInstance } from 'fastify'
import { INSTALLATION_CALLS } from '../../../contract/installation/installation-calls.ts'
import { hostName, isHostName } from '../../../contract/lib/host-name.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AllowedHosts } from '../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createRepeatingTask } from '../../platform/repeating-task.ts'
import { followOwnSites, type OwnSites, setOwnSites } from '../../prices/own-sites.ts'
import type { Handlers, ServeCalls } from '../auth/serve-calls.ts'
import { createCertificateReader } from './certificate.ts'
import { watchDisk } from './disk.ts'
import { readStatus, type StatusDeps } from './read-status.ts'
import { setupRoutes } from './setup-routes.ts'

interface InstallationDeps extends Omit<StatusDeps, 'readCertificate'> {
  serve: ServeCalls
  db: Db
  own: OwnSites
  authSecret: string
  publicUrl: string | undefined
  allowedHosts: AllowedHosts
  /** maximum number of attempts to set up per minute and IP address */
  setupLimit: number
}

/** Adds the set-up, the installation's state, and the work that each server does for itself (specification 28.2, 28.3, 28.6). */
export async function addInstallation(app: FastifyInstance, deps: InstallationDeps): Promise<void> {
  const { serve, db, dataDir, own, authSecret, publicUrl, allowedHosts, setupLimit } = deps
  const { readReplicas, delivery, backupCommand, keepDays } = deps
  const readCertificate = createCertificateReader({ publicUrl, allowedHosts })
  await app.register(setupRoutes, { db, authSecret, publicUrl, limit: setupLimit })
  serve(
    INSTALLATION_CALLS,
    installationHandlers({
      db,
      dataDir,
      own,
      readReplicas,
      readCertificate,
      backupCommand,
      keepDays,
      delivery,
    }),
  )
  const works = [
    createRepeatingTask({ name: 'disk', work: () => watchDisk(db, dataDir), log: app.log }),
    // An embedded database has no other server that could change them.
    ...(db.engine === 'postgres'
      ? [createRepeatingTask({ name: 'own sites', work: () => followOwnSites(db, own), log: app.log })]
      : []),
  ]
  app.addHook('onListen', async () => {
    for (const work of works) work.start()
  })
  app.addHook('onClose', async () => {
    await Promise.all(works.map((work) => work.stop()))
  })
}

const installationHandlers = ({
  own,
  ...deps
}: StatusDeps & { own: OwnSites }): Handlers<typeof INSTALLATION_CALLS> => ({
  async steps({ user }) {
    const { db, delivery } = deps
    const rows = await db.all<{ host: string }>(
      'SELECT host FROM sites WHERE id IN (SELECT site_id FROM snapshots) ORDER BY host',
    )
    const sites = rows.map(({ host }) => host)
    const last = await db.get<{ day: string | null }>('SELECT max(day) AS day FROM days')
    const reached = await db.get`SELECT 1 AS one FROM delivery_addresses WHERE user_id = ${user.id} LIMIT 1`
    return {
      own: { hosts: [...own.hosts], fixed: own.areFixed, recognised: sites.filter(own.isOwnSite) },
      sites,
      last_day: last?.day ?? null,
      reached: reached !== undefined,
      push: delivery.push,
      mail: delivery.mail,
    }
  },
  async setOwnSites({ user, body }) {
    if (own.areFixed) throw new Refusal(409, 'Свои сайты заданы в OWN_SITE: измените их там.')
    const hosts = [...new Set(body.hosts.map(hostName))]
    const wrong = hosts.find((host) => !isHostName(host))
    if (wrong !== undefined) throw new Refusal(400, `«${wrong}» — не адрес сайта. Нужен, например, shina.ru.`)
    await setOwnSites(deps.db, hosts)
    await own.refresh()
    await audit(deps.db, 'own sites changed', user.id, hosts.join(', ') || 'узнаются по названию')
    return 'Сохранено'
  },
  status: () => readStatus(deps),
})
