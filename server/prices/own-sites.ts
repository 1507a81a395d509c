import { ownSiteTest } from '../../contract/lib/host-name.ts'
import type { Db, Sql } from '../platform/db/db.ts'
import { readFact, writeFact } from '../platform/db/installation-facts.ts'

/** The own sites as they are set at this moment (specification 10.7). */
export interface OwnSites {
  isOwnSite(host: string): boolean
  /** host names; [] if the own sites are recognised by their names */
  readonly hosts: readonly string[]
  /** whether OWN_SITE sets them, so that nothing else can */
  readonly areFixed: boolean
  /** reads the setting again @returns whether it has changed */
  refresh(): Promise<boolean>
}

/** Opens the setting of the own sites. @param fixed hosts of OWN_SITE, which take precedence */
export async function openOwnSites(sql: Pick<Sql, 'get'>, fixed: readonly string[]): Promise<OwnSites> {
  const areFixed = fixed.length > 0
  let hosts = areFixed ? fixed : await readOwnSites(sql)
  let test = ownSiteTest(hosts)
  return {
    isOwnSite: (host) => test(host),
    get hosts() {
      return hosts
    },
    areFixed,
    async refresh() {
      if (areFixed) return false
      const now = await readOwnSites(sql)
      if (now.join() === hosts.join()) return false
      hosts = now
      test = ownSiteTest(hosts)
      return true
    },
  }
}

async function readOwnSites(sql: Pick<Sql, 'get'>): Promise<string[]> {
  const fact = await readFact(sql, 'own sites')
  return fact ? (JSON.parse(fact.value) as string[]) : []
}

/** Sets the own sites, and drops what all servers have derived from the former ones. */
export async function setOwnSites(db: Db, hosts: readonly string[]): Promise<void> {
  await db.transaction(async (sql) => {
    await writeFact(sql, 'own sites', JSON.stringify(hosts))
    await renewPrices(sql)
  })
}

/** Follows another server's changes. Lists derived meanwhile have the new version, which therefore increases again. */
export async function followOwnSites(db: Db, own: OwnSites): Promise<void> {
  if (await own.refresh()) await db.transaction(renewPrices)
}

/** Gives all prices a new version, so that nothing derived from them is used again. */
async function renewPrices(sql: Sql): Promise<void> {
  // Without prices the version stays 0, by which a database is known that has never had any.
  await sql.run('UPDATE price_state SET version = version + 1 WHERE EXISTS (SELECT 1 FROM days)')
  await sql.run('UPDATE days SET version = (SELECT version FROM price_state)')
}
