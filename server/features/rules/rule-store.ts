import {
  type BriefSettings,
  MAX_PERSON_ARTICLES,
  MAX_RULES,
  type RuleSettings,
} from '../../../contract/rules/rule.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, ReadSql, Sql, Transaction } from '../../platform/db/db.ts'
import { listOf } from '../../platform/db/in-list.ts'
import { assignments, newRow, part, type SqlPart } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockUser, type User } from '../auth/user.ts'
import { checkRule } from './check-rule.ts'
import { digestDue, mayChange, mayRead, type StoredRule } from './watch-rule.ts'

interface RuleRow {
  id: number
  owner_id: string | null
  owner: string
  settings: string
  /** JSON of the articles, which the settings leave out; '' for rules without articles */
  articles: string
  enabled: number
  created_at: number
}

const COLUMNS = part`r.id, r.owner_id, coalesce(u.username, '') AS owner, r.settings, r.enabled, r.created_at`
const FROM = part`FROM rules r LEFT JOIN users u ON u.id = r.owner_id`

const readRules = async (sql: ReadSql, rest: SqlPart): Promise<StoredRule[]> =>
  (await sql.all<RuleRow>`SELECT ${COLUMNS}, r.articles ${FROM} WHERE ${rest}`).map(ruleOf)

function ruleOf({ articles, ...row }: RuleRow): StoredRule {
  const settings = JSON.parse(row.settings) as RuleSettings
  if (settings.tyres.of === 'articles' && articles !== '')
    settings.tyres.articles = JSON.parse(articles) as string[]
  return { ...row, settings, enabled: row.enabled === 1 }
}

/** Stored rule with the number of its articles instead of the articles. */
export interface BriefRule extends Omit<StoredRule, 'settings'> {
  settings: BriefSettings
}

/** Returns the rules of a user and of the team in the order of their creation, without reading their articles. */
export async function listRules(sql: ReadSql, user: User): Promise<BriefRule[]> {
  const rows = await sql.all<Omit<RuleRow, 'articles'> & { article_count: number }>`
    SELECT ${COLUMNS}, r.article_count ${FROM} WHERE r.scope = 'team' OR r.owner_id = ${user.id} ORDER BY r.id`
  return rows.map(({ article_count, ...row }) => {
    const { tyres, ...settings } = JSON.parse(row.settings) as RuleSettings
    const brief =
      tyres.of === 'articles' ? { of: tyres.of, count: article_count || tyres.articles.length } : tyres
    return { ...row, settings: { ...settings, tyres: brief }, enabled: row.enabled === 1 }
  })
}

const ACTIVE = part`r.enabled = 1 AND (r.scope = 'team' OR u.disabled = 0)`

/** Returns the enabled rules; rules of disabled people are left out. */
export const activeRules = (sql: ReadSql): Promise<StoredRule[]> =>
  readRules(sql, part`${ACTIVE} ORDER BY r.id`)

/** Returns the enabled rules about late sites. */
export const lateRules = (sql: ReadSql): Promise<StoredRule[]> =>
  readRules(sql, part`r.is_late = 1 AND ${ACTIVE} ORDER BY r.id`)

export const rulesById = (sql: ReadSql, ids: readonly number[]): Promise<StoredRule[]> =>
  readRules(sql, part`r.id IN (${listOf(ids)}) ORDER BY r.id`)

/** Returns the columns that follow from the settings of a rule. */
function columnsOf(settings: RuleSettings) {
  const { scope, name, tyres, event } = settings
  const articles = tyres.of === 'articles' ? tyres.articles : null
  const stored = articles ? { ...settings, tyres: { of: 'articles', articles: [] } } : settings
  return {
    ...{ scope, name, settings: JSON.stringify(stored) },
    articles: articles ? JSON.stringify(articles) : '',
    article_count: articles?.length ?? 0,
    is_late: Number(event.type === 'late'),
  }
}

/** @throws Refusal if there is none that the user may see */
export async function findRule(sql: ReadSql, user: User, id: number): Promise<StoredRule> {
  const [rule] = await readRules(sql, part`r.id = ${id}`)
  if (!rule || !mayRead(rule, user)) throw new Refusal(404, 'Такого правила нет: возможно, его удалили.')
  return rule
}

/** Locks a rule until the end of the transaction, and returns it. @throws Refusal if the user may not change it */
async function lockRule(sql: Sql, user: User, id: number): Promise<StoredRule> {
  await sql.run`UPDATE rules SET enabled = enabled WHERE id = ${id}`
  const rule = await findRule(sql, user, id)
  if (!mayChange(rule, user)) throw new Refusal(403, 'Это может тот, кто создал правило, или администратор.')
  return rule
}

/**
 * Creates a rule.
 * @returns its id
 * @throws Refusal
 */
export const createRule = (db: Db, user: User, given: RuleSettings): Promise<number> =>
  db.transaction(async (sql) => {
    await lockUser(sql, user.id)
    const settings = await checkRule(sql, user, given)
    const now = Date.now()
    const row = await sql.get<{ id: number }>`
      INSERT INTO rules ${newRow({
        ...{ ...columnsOf(settings), owner_id: user.id },
        ...{ digest_due: digestDue(settings, now), created_at: now, changed_at: now },
      })} RETURNING id`
    await refuseManyRules(sql, user, settings)
    await refuseManyArticles(sql, user.id)
    await auditRule(sql, user, settings, 'добавлено')
    return row?.id ?? 0
  })

/** Returns when a rule reports its gathered events: at its next digest; at once if it has none any more. */
async function nextDue(sql: Sql, id: number, settings: RuleSettings, now: number): Promise<number | null> {
  const due = digestDue(settings, now)
  if (due !== null) return due
  const gathered = await sql.get`
    SELECT 1 AS found FROM rule_batches WHERE rule_id = ${id} AND firing_id IS NULL LIMIT 1`
  return gathered ? now : null
}

/** @throws Refusal */
export const changeRule = (db: Db, user: User, id: number, given: RuleSettings): Promise<void> =>
  db.transaction(async (sql) => {
    const { owner_id } = await findRule(sql, user, id)
    if (owner_id !== null) await lockUser(sql, owner_id)
    const before = await lockRule(sql, user, id)
    const settings = await checkRule(sql, user, given)
    // Only the owner may take a rule from the team: nobody else would see it then.
    if (settings.scope === 'own' && before.owner_id !== user.id)
      throw new Refusal(403, 'Личным правило может сделать только тот, кто его создал.')
    const now = Date.now()
    const due = await nextDue(sql, id, settings, now)
    const changes = { ...columnsOf(settings), digest_due: due, changed_at: now }
    await sql.run`UPDATE rules SET ${assignments(changes)} WHERE id = ${id}`
    if (settings.scope !== before.settings.scope) await refuseManyRules(sql, user, settings)
    await refuseManyArticles(sql, before.owner_id)
    await auditRule(sql, user, settings, 'изменено')
  })

/** @throws Refusal */
export const switchRule = (db: Db, user: User, id: number, enabled: boolean): Promise<void> =>
  db.transaction(async (sql) => {
    const { settings } = await lockRule(sql, user, id)
    await sql.run`
      UPDATE rules SET enabled = ${Number(enabled)},
      digest_due = ${await nextDue(sql, id, settings, Date.now())} WHERE id = ${id}`
    await auditRule(sql, user, settings, enabled ? 'включено' : 'выключено')
  })

/** Removes a rule; the notifications that it has created stay. @throws Refusal */
export const removeRule = (db: Db, user: User, id: number): Promise<void> =>
  db.transaction(async (sql) => {
    const { settings } = await lockRule(sql, user, id)
    await sql.run`DELETE FROM rules WHERE id = ${id}`
    await auditRule(sql, user, settings, 'удалено')
  })

const auditRule = (sql: Sql, user: User, { name, scope }: RuleSettings, change: string): Promise<void> =>
  audit(sql, 'rule changed', user.id, `${name}${scope === 'team' ? ' (команды)' : ''}: ${change}`)

const RULES_LOCK = 7420116

/** SQLite has one writer at a time and needs no lock. */
async function refuseManyRules(sql: Transaction, user: User, { scope }: RuleSettings): Promise<void> {
  if (scope === 'team' && sql.engine === 'postgres')
    await sql.get`SELECT pg_advisory_xact_lock(${RULES_LOCK})`
  const counted = scope === 'team' ? part`scope = 'team'` : part`scope = 'own' AND owner_id = ${user.id}`
  const held = await sql.get<{ count: number }>`SELECT count(*) AS count FROM rules WHERE ${counted}`
  if (Number(held?.count) > MAX_RULES)
    throw new Refusal(
      409,
      `${scope === 'team' ? 'Правил команды' : 'Ваших правил'} уже ${MAX_RULES}: удалите ненужные.`,
    )
}

/** Refuses rules that together have too many articles: each import and each list reads them. */
async function refuseManyArticles(sql: Sql, owner: string | null): Promise<void> {
  const held = await sql.get<{ count: number | null }>`
    SELECT sum(article_count) AS count FROM rules WHERE owner_id = ${owner}`
  if (Number(held?.count) > MAX_PERSON_ARTICLES)
    throw new Refusal(
      409,
      'В правилах одного пользователя больше 20 000 артикулов: удалите ненужные или выберите шины фильтрами.',
    )
}
