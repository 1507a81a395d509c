import type { Sql } from '../../platform/db/db.ts'

/**
 * Leases a host for the fetch of one run. While it is leased, no server fetches another price list from the host. The
 * host's lease is separate from the run's, because a source may be removed during its fetch.
 * @returns false if another run has leased the host
 */
export async function leaseHost(
  sql: Sql,
  host: string,
  { lease, until }: { lease: string; until: number },
  now: number,
): Promise<boolean> {
  if (host === '') return true
  const leased = await sql.run`
    INSERT INTO host_leases (host, lease, leased_until) VALUES (${host}, ${lease}, ${until})
    ON CONFLICT (host) DO UPDATE SET lease = excluded.lease, leased_until = excluded.leased_until
    WHERE host_leases.leased_until < ${now}`
  return leased > 0
}

export async function renewHost(sql: Sql, { lease }: { lease: string }, until: number): Promise<void> {
  await sql.run`UPDATE host_leases SET leased_until = ${until} WHERE lease = ${lease}`
}

/** Releases a run's host. Call it after the fetch, whatever its result. */
export async function releaseHost(sql: Sql, { lease }: { lease: string }): Promise<void> {
  await sql.run`DELETE FROM host_leases WHERE lease = ${lease}`
}

/** Returns the hosts from which price lists are being fetched. */
export async function leasedHosts(sql: Sql, now: number): Promise<Set<string>> {
  const rows = await sql.all<{ host: string }>`SELECT host FROM host_leases WHERE leased_until >= ${now}`
  return new Set(rows.map(({ host }) => host))
}
