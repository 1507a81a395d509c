import type { Sql } from '../../platform/db/db.ts'
import { tokenHash } from '../../platform/token-hash.ts'

/** Maximum number of stored devices per user; the least recently seen are removed first. */
const KEPT = 50

/**
 * Stores the device of a sign-in.
 * @returns whether the device is new for a user with other devices; a user's first device is not reported
 */
export async function rememberDevice(sql: Sql, userId: string, device: string): Promise<boolean> {
  const now = Date.now()
  const hash = tokenHash(device)
  const seen = await sql.run`
    UPDATE known_devices SET seen_at = ${now} WHERE user_id = ${userId} AND hash = ${hash}`
  if (seen === 1) return false
  const others = await sql.get`SELECT 1 AS one FROM known_devices WHERE user_id = ${userId} LIMIT 1`
  await sql.run`
    INSERT INTO known_devices (user_id, hash, seen_at) VALUES (${userId}, ${hash}, ${now})
    ON CONFLICT (user_id, hash) DO NOTHING`
  await sql.run(
    `DELETE FROM known_devices WHERE user_id = ? AND hash NOT IN
     (SELECT hash FROM known_devices WHERE user_id = ? ORDER BY seen_at DESC, hash LIMIT ${KEPT})`,
    userId,
    userId,
  )
  return others !== undefined
}

/** Returns whether this device has signed in to the account with this name before. */
export async function isDeviceOf(sql: Sql, username: string, device: string): Promise<boolean> {
  const row = await sql.get`
    SELECT 1 AS one FROM known_devices d JOIN users u ON u.id = d.user_id
    WHERE u.username = ${username} AND d.hash = ${tokenHash(device)}`
  return row !== undefined
}

/**
 * Browsers with patterns of their User-Agent headers. The first match wins: headers of earlier browsers also contain
 * the names of later ones.
 */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns 'Chrome, Windows' for a User-Agent header; '' if neither is recognised. */
export function deviceName(agent: string): string {
  const named = [BROWSERS, SYSTEMS].map((table) => table.find(([pattern]) => pattern.test(agent))?.[1])
  return named.filter((name) => name !== undefined).join(', ')
}
