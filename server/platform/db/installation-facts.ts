import type { Sql } from './db.ts'

/** Fact about the installation as a whole, which all its servers and commands share. */
export interface InstallationFact {
  value: string
  /** time of the last change, in ms */
  changedAt: number
}

/** Names of the facts; a name ends with the machine if each machine has a fact of its own. */
export type FactName = 'set-up' | 'own sites' | 'last backup' | `disk low: ${string}` | `disk use: ${string}`

export async function readFact(sql: Pick<Sql, 'get'>, name: FactName): Promise<InstallationFact | undefined> {
  const row = await sql.get<{ value: string; changed_at: unknown }>`
    SELECT value, changed_at FROM installation_facts WHERE name = ${name}`
  return row && { value: row.value, changedAt: Number(row.changed_at) }
}

export async function writeFact(sql: Sql, name: FactName, value: string): Promise<void> {
  await sql.run`
    INSERT INTO installation_facts (name, value, changed_at) VALUES (${name}, ${value}, ${Date.now()})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at`
}

/**
 * Adds a fact unless it exists.
 * @returns whether it was added; of several servers only one adds it
 */
export async function addFact(sql: Sql, name: FactName, value: string): Promise<boolean> {
  const added = await sql.run`
    INSERT INTO installation_facts (name, value, changed_at) VALUES (${name}, ${value}, ${Date.now()})
    ON CONFLICT (name) DO NOTHING`
  return added === 1
}

/** @returns whether the fact existed; of several servers only one removes it */
export async function removeFact(sql: Sql, name: FactName): Promise<boolean> {
  return (await sql.run`DELETE FROM installation_facts WHERE name = ${name}`) === 1
}
