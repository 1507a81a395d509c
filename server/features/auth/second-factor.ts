import { createHash, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { Sql } from '../../platform/db/db.ts'
import type { SecretBox } from './secret-box.ts'

/** Name that authenticator apps display beside the user name. */
const ISSUER = 'Мониторинг цен'
/** Tolerated clock difference between phone and server in seconds; RFC 6238 §5.2 recommends one step. */
const TOLERANCE_S = 30
const RECOVERY_CODES = 10
/** Characters of recovery codes, without those that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF = 5

export interface SecondFactorState {
  enabled: boolean
  recoveryCodesLeft: number
}

export async function secondFactorOf(sql: Sql, userId: string): Promise<SecondFactorState> {
  const enabled = await sql.get`
    SELECT 1 AS one FROM second_factors WHERE user_id = ${userId} AND confirmed = 1`
  const left = await sql.get<{ codes: number }>`
    SELECT count(*) AS codes FROM recovery_codes WHERE user_id = ${userId}`
  return { enabled: enabled !== undefined, recoveryCodesLeft: left?.codes ?? 0 }
}

/**
 * Creates a secret, which becomes valid once a code confirms it. A confirmed secret is not replaced.
 * @returns undefined if the user already has a confirmed secret
 */
export async function beginSecondFactor(
  sql: Sql,
  box: SecretBox,
  user: { id: string; username: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const secret = generateSecret()
  const written = await sql.run`
    INSERT INTO second_factors (user_id, secret) VALUES (${user.id}, ${box.seal(secret)})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0
    WHERE second_factors.confirmed = 0`
  if (written === 0) return undefined
  return { secret, uri: generateURI({ issuer: ISSUER, label: user.username, secret }) }
}

/**
 * Confirms the secret with its first code.
 * @returns the recovery codes; undefined if the code is wrong
 */
export async function enableSecondFactor(
  sql: Sql,
  box: SecretBox,
  userId: string,
  code: string,
): Promise<readonly string[] | undefined> {
  if (!(await spendTotp(sql, box, userId, code, 0))) return undefined
  await sql.run`UPDATE second_factors SET confirmed = 1 WHERE user_id = ${userId}`
  return renewRecoveryCodes(sql, userId)
}

/** Replaces all recovery codes and returns the new ones; only their hashes are stored. */
export async function renewRecoveryCodes(sql: Sql, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await sql.run`DELETE FROM recovery_codes WHERE user_id = ${userId}`
  await sql.insertMany(
    'recovery_codes',
    ['hash', 'user_id'],
    codes.map((code) => [hashOf(userId, code), userId]),
  )
  return codes
}

/**
 * Disables the second factor.
 * @returns whether there was one
 */
export async function disableSecondFactor(sql: Sql, userId: string): Promise<boolean> {
  await sql.run`DELETE FROM recovery_codes WHERE user_id = ${userId}`
  return (await sql.run`DELETE FROM second_factors WHERE user_id = ${userId}`) === 1
}

/**
 * Checks and consumes a code of the authenticator app or a recovery code; each is accepted once.
 * @returns the kind of code; undefined for a wrong or used code
 */
export async function spendCode(
  sql: Sql,
  box: SecretBox,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | undefined> {
  if (await spendTotp(sql, box, userId, code, 1)) return 'app'
  const spent = await sql.run`
    DELETE FROM recovery_codes WHERE hash = ${hashOf(userId, code)} AND user_id = ${userId}`
  return spent === 1 ? 'recovery' : undefined
}

/** Checks a code of the authenticator app. Stores its time step, so that an observed code cannot be used again. */
async function spendTotp(
  sql: Sql,
  box: SecretBox,
  userId: string,
  code: string,
  confirmed: 0 | 1,
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const row = await sql.get<{ secret: string }>`
    SELECT secret FROM second_factors WHERE user_id = ${userId} AND confirmed = ${confirmed}`
  const secret = row && box.open(row.secret)
  if (secret === undefined) return false
  const result = verifySync({ secret, token, epochTolerance: TOLERANCE_S })
  if (!result.valid || !('timeStep' in result)) return false
  const spent = await sql.run`
    UPDATE second_factors SET last_step = ${result.timeStep}
    WHERE user_id = ${userId} AND last_step < ${result.timeStep}`
  return spent === 1
}

function recoveryCode(): string {
  const letters = Array.from({ length: 2 * HALF }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${letters.slice(0, HALF).join('')}-${letters.slice(HALF).join('')}`
}

/**
 * Returns the stored hash of a recovery code. A fast hash is enough for about 50 random bits. The user's id makes the
 * hashes of equal codes of two users differ.
 */
const hashOf = (userId: string, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('base64url')
