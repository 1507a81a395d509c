import { Cron } from 'croner'
import type { RuleSettings } from '../../../contract/rules/rule.ts'
import type { User } from '../auth/user.ts'

/** Time zone of the times of all rules. */
export const RULE_ZONE = 'Europe/Moscow'

/** Stored rule (specification 25.1). */
export interface StoredRule {
  id: number
  /** null after the account was deleted */
  owner_id: string | null
  /** '' after the account was deleted */
  owner: string
  settings: RuleSettings
  enabled: boolean
  /** ms since 1970 */
  created_at: number
}

export const canManageTeamRules = ({ role }: User): boolean => role !== 'user'

/** Properties of a rule that decide about who sees and changes it. */
interface AccessibleRule extends Pick<StoredRule, 'owner_id'> {
  settings: Pick<RuleSettings, 'scope' | 'recipients'>
}

export function mayChange({ owner_id, settings }: AccessibleRule, user: User): boolean {
  if (settings.scope === 'own') return owner_id === user.id
  return user.role === 'admin' || (owner_id === user.id && canManageTeamRules(user))
}

export function notifies(
  { owner_id, settings }: AccessibleRule,
  user: Pick<User, 'id' | 'username'>,
): boolean {
  const { recipients } = settings
  return recipients.length === 0 ? owner_id === user.id : recipients.includes(user.username)
}

/** Returns whether a user sees a rule and everything that it found. */
export const mayRead = (rule: AccessibleRule, user: User): boolean =>
  rule.settings.scope === 'own' ? rule.owner_id === user.id : canManageTeamRules(user) || notifies(rule, user)

/** Returns the first moment (ms) after `after` at which a digest is due; null for rules that notify at once. */
export function digestDue({ timing }: RuleSettings, after: number): number | null {
  if (timing.at === 'once') return null
  const [hour, minute] = timing.time.split(':').map(Number)
  const cron = new Cron(`${minute} ${hour} * * ${timing.weekday ?? '*'}`, {
    timezone: RULE_ZONE,
    paused: true,
  })
  return cron.nextRun(new Date(after))?.getTime() ?? null
}
