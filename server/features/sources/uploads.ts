import type { Readable } from 'node:stream'
import type { Sql } from '../../platform/db/db.ts'
import { part } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { SourceFiles } from './files.ts'
import { findRun } from './runs.ts'
import { dayText } from './texts.ts'

/** Uploaded file for inspection or import; only its uploader can see it. */
export interface Upload {
  id: string
  name: string
  size: number
}

const KEPT_MS = 24 * 60 * 60 * 1000
/** Maximum number of uploaded files per user, to protect the disk. */
const MAX_PER_USER = 20
const MAX_NAME_LENGTH = 200

/**
 * Saves a user's upload; nothing remains of a truncated one.
 * @throws Refusal
 */
export async function saveUpload(
  sql: Sql,
  files: SourceFiles,
  userId: string,
  name: string,
  stream: Readable,
  mostMegabytes: number,
): Promise<Upload> {
  const { name: id, size } = await files.save(stream, mostMegabytes)
  return recordUpload(sql, files, userId, { id, name, size })
}

/** Records a file that is already in the folder as an upload. The user's oldest files above the maximum are removed. */
export async function recordUpload(
  sql: Sql,
  files: SourceFiles,
  userId: string,
  { id, name, size }: Upload,
): Promise<Upload> {
  const shown = shownName(name)
  await sql.run`
    INSERT INTO source_files (id, user_id, server, name, size, created_at)
    VALUES (${id}, ${userId}, ${files.server}, ${shown}, ${size}, ${Date.now()})`
  const all = await sql.all<{ id: string }>`
    SELECT id FROM source_files WHERE user_id = ${userId} AND server = ${files.server}
    ORDER BY created_at DESC, id`
  for (const { id: old } of all.slice(MAX_PER_USER)) {
    await sql.run`DELETE FROM source_files WHERE id = ${old}`
    await files.remove(old)
  }
  return { id, name: shown, size }
}

/**
 * Copies the file of a held run to an upload of this user: deciding about the run removes the run's file alone, and the
 * upload can be imported or dropped without it.
 * @throws Refusal if the run is not held, or its file is elsewhere
 */
export async function uploadHeldFile(
  sql: Sql,
  files: SourceFiles,
  userId: string,
  run: number,
): Promise<Upload> {
  const { state, file, server, bytes, day } = await findRun(sql, run)
  if (state !== 'held' || file === '')
    throw new Refusal(409, 'Этот прайс-лист уже не задержан: выберите его файл')
  if (server !== files.server)
    throw new Refusal(409, 'Файл этой загрузки на другом сервере: выберите его с компьютера')
  const id = await files.link(file)
  return recordUpload(sql, files, userId, { id, name: `Прайс-лист за ${dayText(day)}`, size: bytes })
}

/** Returns a file's name for display, without folders and without characters that could affect a terminal. */
function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
      .trim()
      .slice(0, MAX_NAME_LENGTH) || 'прайс-лист'
  )
}

/**
 * Returns a user's upload.
 * @throws Refusal 404 for another user's file, 409 for a file of another server
 */
export async function findUpload(sql: Sql, files: SourceFiles, userId: string, id: string): Promise<Upload> {
  const row = await sql.get<Upload & { server: string }>`
    SELECT id, name, size, server FROM source_files WHERE id = ${id}
      AND user_id = ${userId} AND created_at > ${Date.now() - KEPT_MS}`
  if (!row) throw new Refusal(404, 'Такого файла больше нет: загрузите его снова')
  if (row.server !== files.server) throw new Refusal(409, 'Файл на другом сервере: загрузите его снова')
  return { id: row.id, name: row.name, size: row.size }
}

export async function forgetUploads(sql: Sql, now: number): Promise<void> {
  const old = part`source_files WHERE created_at < ${now - KEPT_MS}`
  if (await sql.get`SELECT 1 AS one FROM ${old} LIMIT 1`) await sql.run`DELETE FROM ${old}`
}

/** Returns the names of a server's uploaded files. */
export async function uploadsOf(sql: Sql, server: string): Promise<Set<string>> {
  const rows = await sql.all<{ id: string }>`SELECT id FROM source_files WHERE server = ${server}`
  return new Set(rows.map(({ id }) => id))
}
