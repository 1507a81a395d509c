import type { Db, SqlValue } from '../../server/platform/db/db.ts'
import { SCHEMA_VERSION } from '../../server/platform/db/migrations.ts'
import { tablesOf } from '../../server/platform/db/tables.ts'

/** Text with characters that database engines, JSON or line formats could corrupt. */
const ODD = 'Ёлка "\'\\ \n\r\u2028 \u{1F6DE} ` $1 ?'
const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const TIME = 1_795_225_883_123

/** Rows by table and its columns; at least one row for each table. */
const ROWS: readonly (readonly [table: string, columns: string, ...rows: SqlValue[][]])[] = [
  [
    'users',
    'id, username, password_hash, role, percent, vehicle_type, disabled, created_at',
    ['u1', 'anna', ODD, 'admin', 0.1, '', 0, TIME],
    ['u2', 'Ёж', 'hash', 'user', null, 'Легковая', 1, TIME],
  ],
  ['sessions', 'id, user_id, expires_at, address', ['s1', 'u1', TIME, '::1']],
  ['refresh_tokens', 'hash, session_id, used_at', ['h1', 's1', null], ['h2', 's1', TIME]],
  ['second_factors', 'user_id, secret', ['u1', 'sealed']],
  ['recovery_codes', 'hash, user_id', ['r1', 'u1']],
  ['password_resets', 'hash, user_id, expires_at', ['p1', 'u1', TIME]],
  ['known_devices', 'user_id, hash, seen_at', ['u1', 'd1', TIME]],
  ['sites', 'host', ['a.ru'], ['b.ru']],
  [
    'tyres',
    'identity, article, brand, name, width, height, diameter, season, vehicle_type, speed_index, load_index',
    ['t1', 'A1', 'Nokian', ODD, '205', '55', '16', 'Зима', 'Легковая', 'T', '91'],
    ['t2', '', 'Ikon', 'X', '', '', '', '', '', '', ''],
  ],
  ['tyre_aliases', 'identity, tyre_id', ['t3', 1]],
  ['tyre_descriptions', 'tyre_id, identity', [2, 't2']],
  [
    'listings',
    'site_id, key, tyre_id, how, score, since, article, code, gtin, specs, says_studs, first_day',
    [1, 'A1', 1, 'article', null, TIME, 'A1', '', '', ODD, 1, '2026-04-18'],
    [1, '#7', 2, 'description', 0.97, TIME, '', '7', '04006381333931', '{}', 0, '2026-04-18'],
  ],
  ['possible_pairs', 'listing_id, tyre_id, probability, conflict', [2, 1, 0.5, 'brand']],
  [
    'pair_decisions',
    'listing_id, tyre_id, decision, moved, batch, decided_by, decided_at, undone',
    [2, 1, 'different', '[]', '', 'u1', TIME, 0],
    [1, 1, 'same', '[[1,2]]', 'b1', null, TIME, 1],
  ],
  ['model_aliases', 'family, line_a, line_b, sizes, decided', ['YOKOHAMA', ODD, 'IG55', 34, 0]],
  ['listing_prices', 'listing_id, day, offers', [2, '2026-04-18', ODD]],
  ['listing_history', 'listing_id, day, changes', [2, '2026-04-18', '']],
  ['days', 'day, version', ['2026-04-18', 7]],
  ['snapshots', 'day, site_id, tyres, offers, imported_at', ['2026-04-18', 1, 2, 3, TIME]],
  ['site_offers', 'day, site_id, tyre_id, offers', ['2026-04-18', 1, 1, ODD], ['2026-04-18', 1, 2, '']],
  [
    'site_cities',
    'day, site_id, city, warehouses, retail, opt, cost, changed',
    ['2026-04-18', 1, 'Томск', '[]', BYTES, new Uint8Array(), BYTES, BYTES],
  ],
  ['history_places', 'id, city, warehouse', [5, 'Томск', '']],
  ['history_days', 'site_id, day', [1, '2026-04-18']],
  ['price_history', 'tyre_id, site_id, day, changes', [1, 1, '2026-04-18', '{}']],
  [
    'notifications',
    'user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, created_at',
    ['u1', '2026-04-18', 1, 'Легковая', '2026-04-17', 10, 12.5, ODD, TIME],
    ['u1', '2026-04-18', null, 'Мото', '', 1e-7, 1e21, '', TIME],
    ['u1', '2026-04-18', 2, 'last', '', 0, 0, '', TIME],
  ],
  ['links', 'user_id, channel, address, linked_at', ['u1', 'mail', 'anna@example.ru', TIME]],
  ['link_codes', 'hash, user_id, channel, address, expires_at', ['c1', 'u1', 'mail', '', TIME]],
  [
    'push_subscriptions',
    'id, user_id, session_id, endpoint, p256dh, auth, public_key, origin, created_at, seen_at',
    ['ps1', 'u1', 's1', 'https://push.example', 'k', 'a', 'p', 'o', TIME, TIME],
  ],
  [
    'outbox',
    'user_id, channel, target, notification_id, due_at, held_until, message',
    ['u1', 'push', 'ps1', 1, TIME, TIME, 1],
  ],
  [
    'delivery_rules',
    'user_id, quiet_from, quiet_to, zone, hourly',
    ['u1', '22:00', '08:30', 'Asia/Tomsk', 3],
  ],
  ['audit_log', 'at, event, user_id, details', [TIME, 'sign-in', 'u1', ODD], [TIME, 'x', null, '']],
  [
    'sources',
    'id, site, title, enabled, kind, address, secret_names, secrets, mapping, times, zone, expected_by, max_bad, created_at',
    ['so1', 'a.ru', ODD, 1, 'upload', '', '[]', '', '{}', '[]', 'Asia/Tomsk', '', 20, TIME],
  ],
  [
    'source_runs',
    'source_id, day, started_by, state, due_at, created_at',
    ['so1', '2026-04-18', 'hand', 'imported', TIME, TIME],
  ],
  ['host_leases', 'host, lease, leased_until', ['a.ru', 'server sv1 x', TIME]],
  [
    'shop_pages',
    'source_id, address, listing_id, city, added_by, created_at',
    ['so1', 'https://a.ru/tyre', 1, ODD, 'u1', TIME],
  ],
  [
    'page_readings',
    'id, user_id, tyre_id, address, site, offers, etag, modified, created_at',
    ['pr1', 'u1', 1, 'https://a.ru/tyre', 'a.ru', ODD, '', '', TIME],
  ],
  [
    'crawl_pages',
    'source_id, city, address, kind, queued_by_run',
    ['so1', ODD, 'https://a.ru/tyres', 'list', 3],
  ],
  [
    'crawl_records',
    'source_id, city, code, listing_key, page, record, seen_by_run, seen_at',
    ['so1', ODD, '7', '#7', 'https://a.ru/tyres', '{}', 3, TIME],
  ],
  ['shop_jobs', 'id, user_id, step, created_at, updated_at', ['sj1', 'u1', ODD, TIME, TIME]],
  ['host_traffic', 'day, host, requests, bytes', ['2026-04-18', 'a.ru', 3, 2 ** 40]],
  ['source_exchanges', 'source_id, exchange, server, busy_until', ['so1', 'e1', 's', TIME]],
  [
    'source_documents',
    'file, source_id, server, exchange, name, position, kind, size',
    ['d1', 'so1', 's', 'e1', ODD, 1, 'goods', 2 ** 40],
  ],
  ['source_files', 'id, user_id, server, name, size, created_at', ['f1', 'u1', 's', ODD, 2 ** 40, TIME]],
  [
    'decision_sets',
    'owner_id, request_key, name, state, line_count, lines, made_at, changed_at, changed_by',
    ['u1', 'k', ODD, 'draft', 1, '[]', TIME, TIME, null],
  ],
  [
    'outlets',
    'name, settings, token_hash, owner_id, publication_id, created_at, changed_at, changed_by',
    [ODD, '{}', 'h', 'u1', 1, TIME, TIME, null],
  ],
  [
    'outlet_publications',
    'outlet_id, request_key, content, set_name, settings, version, shop, prices, largest_change, published_at, modified_at, published_by',
    [1, 'k', 'c1', ODD, '{}', 1, 'a.ru', 1, -12.5, TIME, TIME, 'u1'],
  ],
  [
    'outlet_deliveries',
    'outlet_id, publication_id, set_name, due_at, message, created_at',
    [1, 1, ODD, TIME, ODD, TIME],
  ],
  ['outlet_rows', 'outlet_id, content, place, line', [1, 'c1', 0, ODD]],
  [
    'strategies',
    'settings, position, owner_id, created_at, changed_at, changed_by, approved_at, approved_by, permit_outlet, permitted_by',
    ['{}', 1, 'u1', TIME, TIME, 'u1', TIME, 'u2', 1, 'u1'],
    ['{}', 2, null, TIME, TIME, null, null, null, null, null],
  ],
  ['strategy_rails', 'id, settings, changed_at, changed_by', [1, '{}', TIME, 'u1']],
  [
    'strategy_runs',
    'strategy_id, day, set_id, prices, state, message, created_at',
    [1, '2026-04-18', 1, 300, 'published', ODD, TIME],
  ],
  [
    'outlet_fetches',
    'outlet_id, at, network, agent, status, bytes',
    [1, TIME, '203.0.113.0/24', ODD, 200, 2 ** 40],
  ],
  [
    'recommended_lists',
    'content, file, prices, added, changed, removed, largest_change, accepted_at, accepted_by',
    ['c1', ODD, 1, 1, 0, 0, -12.5, TIME, 'u1'],
    ['c2', '', 0, 0, 0, 1, null, TIME, null],
  ],
  ['recommended_rows', 'content, place, prices', ['c1', 0, ODD]],
  ['servers', 'id, beats', ['sv1', 7]],
  ['installation_facts', 'name, value, changed_at', ['own sites', '["a.ru"]', TIME]],
  ['duties', 'name, server', ['bot', 'sv1']],
  ['sign_in_attempts', 'hash, count, last_at', ['a1', 3, TIME]],
  ['rate_limits', 'hash, count, ends_at', ['l1', 3, TIME]],
  ['day_summaries', 'day, state, summary', ['2026-04-18', 'x', '{}']],
  ['totals_days', 'day, state, summary', ['2026-04-18', 'x', BYTES]],
  ['totals_mails', 'user_id, sent_week, due_at', ['u1', '2026-04-13', TIME]],
  [
    'saved_views',
    'id, user_id, scope, name, report, query, day, added',
    ['v1', 'u1', 'own', ODD, 'r', '', '', TIME],
  ],
  ['view_orders', 'user_id, ids', ['u1', '["v1"]']],
  [
    'rules',
    'owner_id, scope, name, settings, enabled, digest_due, created_at, changed_at',
    ['u1', 'team', ODD, '{}', 1, TIME, TIME, TIME],
    [null, 'own', ODD, '{}', 0, null, TIME, TIME],
  ],
  ['rule_firings', 'rule_id, name, events, fired_at', [1, ODD, 12, TIME]],
  [
    'rule_batches',
    'rule_id, site_id, day, events, hits, firing_id, created_at',
    [1, 1, '2026-04-18', 12, ODD, 1, TIME],
  ],
  ['rule_mutes', 'user_id, rule_id, until', ['u1', 1, TIME]],
  ['fixed_rule_mutes', 'user_id, until', ['u1', TIME]],
]

/**
 * Fills an empty database with rows of every kind. Deletes the last of three notifications again: its key has been
 * assigned but does not occur.
 */
export async function fillEveryTable(db: Db): Promise<void> {
  await db.run('UPDATE price_state SET version = 7')
  for (const [table, columns, ...rows] of ROWS) {
    const places = rows[0]?.map(() => '?').join(', ')
    for (const row of rows) await db.run(`INSERT INTO ${table} (${columns}) VALUES (${places})`, ...row)
  }
  await db.run('DELETE FROM notifications WHERE vehicle_type = ?', 'last')
}

/** Key of the deleted notification. */
export const LAST_NOTIFICATION = 3

/**
 * Returns every row of every table as JSON in a canonical order; two databases with the same content have equal
 * results.
 */
export async function everyRow(db: Db): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const { name, columns } of tablesOf(SCHEMA_VERSION)) {
    const found = await db.all<Record<string, SqlValue>>(`SELECT * FROM ${name}`)
    rows[name] = found.map((row) => JSON.stringify(columns.map((column) => shown(row[column])))).sort()
  }
  return rows
}

const shown = (value: SqlValue | undefined) =>
  value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : value
