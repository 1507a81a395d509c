import type { RefusalMarks } from '../../../../contract/account/sign-in.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Db, Sql } from '../../../platform/db/db.ts'
import { Refusal, tryLater } from '../../../platform/refusal.ts'
import { createNotice, IF_NOT_YOU } from '../../notifications/delivery/notices.ts'
import { spendCode } from '../second-factor.ts'
import type { SecretBox } from '../secret-box.ts'
import { createThrottle } from '../sign-in-throttle.ts'

/** Code of a second factor to check, and texts for the result. */
interface CodeUse {
  userId: string
  code: string
  /** source of the attempt for the throttle */
  source: string
  /** IP address of the client */
  address: string
  /** texts of the user's notifications, without the address */
  words: { recovery: string; wrong(times: number): string }
  refusal: { statusCode: number; marks?: RefusalMarks }
}

/** Number of consecutive wrong codes after which the user is notified; the user hardly makes so many mistakes. */
const WRONG_CODES_TOLD = 5

/**
 * Creates a function that checks codes of the second factor and slows down guessing.
 * @param purpose separates the counts of wrong codes, so that guessing in one place does not lock the user out of
 * another
 */
export function createCodeProof(db: Db, box: SecretBox, purpose: string) {
  const codes = createThrottle(db, purpose)

  /** @returns whether the code was right */
  const spend = async (sql: Sql, { userId, code, address, words }: CodeUse): Promise<boolean> => {
    const kind = await spendCode(sql, box, userId, code)
    if (kind === 'recovery') {
      await audit(sql, 'recovery code used', userId, address)
      await createNotice(sql, userId, 'Безопасность', `${words.recovery}, ${address}. ${IF_NOT_YOU}`)
    }
    return kind !== undefined
  }

  /**
   * Checks and consumes the code, then runs the work in the same transaction.
   * @throws Refusal for a wrong or used code
   */
  return async (use: CodeUse, work: (sql: Sql) => Promise<void> = async () => undefined): Promise<void> => {
    const { userId, source, address, words, refusal } = use
    const attempt = await codes.attempt(userId, source)
    if (attempt.wait > 0) throw tryLater('Слишком много неверных кодов', attempt.wait, refusal.marks)
    const isRight = await db
      .transaction(async (sql) => {
        const spent = await spend(sql, use)
        if (spent) await work(sql)
        return spent
      })
      .catch(async (error: unknown) => {
        await attempt.forgive()
        throw error
      })
    if (isRight) return attempt.succeeded()
    const wrong = await attempt.failed()
    await audit(db, 'sign-in failed', userId, `код второго фактора, ${address}`)
    if (wrong === WRONG_CODES_TOLD) {
      const told = `${words.wrong(WRONG_CODES_TOLD)}, ${address}. ${IF_NOT_YOU}`
      await db.transaction((sql) => createNotice(sql, userId, 'Безопасность', told))
    }
    throw new Refusal(refusal.statusCode, 'Неверный код', refusal.marks)
  }
}
