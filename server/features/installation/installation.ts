import type { FastifyInstance } from 'fastify'
import { INSTALLATION_CALLS } from '../../../contract/installation/installation-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import type { AllowedHosts } from '../../platform/egress/allowed-hosts.ts'
import { createRepeatingTask } from '../../platform/repeating-task.ts'
import { followOwnSites, type OwnSites } from '../../prices/own-sites.ts'
import type { ServeCalls } from '../auth/serve-calls.ts'
import { createCertificateReader } from './certificate.ts'
import { watchDisk } from './disk-watch.ts'
import { installationHandlers } from './installation-routes.ts'
import type { StatusDeps } from './read-status.ts'
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
