import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Dialect, Engine, Sql } from './db.ts'
import { listings } from './migration-of-listings.ts'
import { POSTGRES_DIALECT } from './postgres.ts'
import { tryTransaction } from './price-months.ts'
import { SQLITE_DIALECT } from './sqlite.ts'

/** Migrations, each run once and in this order. Never edit a released one: append a new one instead. */
const MIGRATIONS: readonly ((dialect: Dialect) => string[])[] = [
  ({ double }) => [
    `CREATE TABLE users (
      id TEXT PRIMARY KEY,
      username TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('user', 'admin')),
      percent ${double},
      vehicle_type TEXT NOT NULL DEFAULT '',
      disabled INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      expires_at BIGINT NOT NULL
    )`,
    'CREATE INDEX sessions_by_user ON sessions (user_id)',
    `CREATE TABLE refresh_tokens (
      hash TEXT PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      used_at BIGINT
    )`,
    'CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id)',
  ],
  ({ identity, bytes, clustered }) => [
    `CREATE TABLE sites (id ${identity}, host TEXT NOT NULL UNIQUE)`,
    `CREATE TABLE tyres (
      id ${identity},
      identity TEXT NOT NULL UNIQUE,
      article TEXT NOT NULL,
      brand TEXT NOT NULL,
      name TEXT NOT NULL,
      width TEXT NOT NULL,
      height TEXT NOT NULL,
      diameter TEXT NOT NULL,
      season TEXT NOT NULL,
      vehicle_type TEXT NOT NULL,
      speed_index TEXT NOT NULL,
      load_index TEXT NOT NULL
    )`,
    'CREATE TABLE price_state (version BIGINT NOT NULL)',
    'INSERT INTO price_state (version) VALUES (0)',
    'CREATE TABLE days (day TEXT PRIMARY KEY, version BIGINT NOT NULL)',
    `CREATE TABLE snapshots (
      day TEXT NOT NULL,
      site_id INTEGER NOT NULL REFERENCES sites (id),
      tyres INTEGER NOT NULL,
      offers INTEGER NOT NULL,
      imported_at BIGINT NOT NULL,
      PRIMARY KEY (site_id, day)
    )`,
    `CREATE TABLE site_offers (
      day TEXT NOT NULL,
      site_id INTEGER NOT NULL,
      tyre_id INTEGER NOT NULL,
      offers TEXT NOT NULL,
      PRIMARY KEY (day, site_id, tyre_id)
    ) ${clustered}`,
    `CREATE TABLE site_cities (
      day TEXT NOT NULL,
      site_id INTEGER NOT NULL,
      city TEXT NOT NULL,
      warehouses TEXT NOT NULL,
      retail ${bytes} NOT NULL,
      opt ${bytes} NOT NULL,
      cost ${bytes} NOT NULL,
      changed ${bytes} NOT NULL,
      PRIMARY KEY (day, site_id, city)
    )`,
  ],
  ({ identity, double }) => [
    `CREATE TABLE notifications (
      id ${identity},
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      site_id INTEGER NOT NULL REFERENCES sites (id),
      vehicle_type TEXT NOT NULL,
      compared_with TEXT NOT NULL,
      threshold ${double} NOT NULL,
      percent ${double} NOT NULL,
      body TEXT NOT NULL,
      is_read INTEGER NOT NULL DEFAULT 0,
      is_deleted INTEGER NOT NULL DEFAULT 0,
      created_at BIGINT NOT NULL,
      UNIQUE (user_id, day, site_id, vehicle_type)
    )`,
    'CREATE INDEX notifications_by_user ON notifications (user_id, is_deleted, id)',
    `CREATE TABLE links (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      address TEXT NOT NULL,
      linked_at BIGINT NOT NULL,
      PRIMARY KEY (user_id, channel),
      UNIQUE (channel, address)
    )`,
    `CREATE TABLE link_codes (
      hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      address TEXT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE TABLE outbox (
      id ${identity},
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      notification_id INTEGER NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      reason TEXT NOT NULL DEFAULT '',
      UNIQUE (notification_id, channel)
    )`,
    'CREATE INDEX outbox_due ON outbox (state, due_at)',
    `CREATE TABLE audit_log (
      id ${identity},
      at BIGINT NOT NULL,
      event TEXT NOT NULL,
      user_id TEXT,
      details TEXT NOT NULL
    )`,
  ],
  ({ identity }) => [
    `CREATE TABLE push_subscriptions (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      endpoint TEXT NOT NULL UNIQUE,
      p256dh TEXT NOT NULL,
      auth TEXT NOT NULL,
      public_key TEXT NOT NULL,
      origin TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      seen_at BIGINT NOT NULL,
      failed_at BIGINT,
      failures INTEGER NOT NULL DEFAULT 0
    )`,
    'CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, seen_at)',
    'CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id)',
    // Recreated, because SQLite cannot alter a table's unique constraints.
    `CREATE TABLE outbox_to_targets (
      id ${identity},
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      channel TEXT NOT NULL,
      target TEXT NOT NULL DEFAULT '',
      notification_id INTEGER NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      reason TEXT NOT NULL DEFAULT '',
      UNIQUE (notification_id, channel, target)
    )`,
    `INSERT INTO outbox_to_targets (user_id, channel, notification_id, state, attempts, due_at, reason)
     SELECT user_id, channel, notification_id, state, attempts, due_at, reason FROM outbox ORDER BY id`,
    'DROP TABLE outbox',
    'ALTER TABLE outbox_to_targets RENAME TO outbox',
    'CREATE INDEX outbox_due ON outbox (state, due_at)',
    'CREATE INDEX outbox_by_target ON outbox (user_id, channel, target, state, due_at)',
  ],
  () => [
    // Further identities by which a tyre was matched, needed for sources without articles (prices/match-tyres.ts).
    'CREATE TABLE tyre_aliases (identity TEXT PRIMARY KEY, tyre_id INTEGER NOT NULL REFERENCES tyres (id))',
    // Delivery addresses of a user's notifications: one row per linked channel, and per device for channels that
    // reach devices.
    `CREATE VIEW delivery_addresses AS
     SELECT user_id, channel, '' AS target FROM links
     UNION ALL
     SELECT user_id, 'push' AS channel, id AS target FROM push_subscriptions`,
  ],
  () => [
    // Tyre of each line of the body, as JSON (contract/legacy/notifications.ts).
    "ALTER TABLE notifications ADD COLUMN tyres TEXT NOT NULL DEFAULT '[]'",
  ],
  // Ids of notifications are never reused: after a day was removed and imported again, clients and links must not
  // confuse a new notification with a removed one.
  ({ double, unrepeatedIdentity }) =>
    unrepeatedIdentity === null ? [] : recreated(double, unrepeatedIdentity, 'NOT NULL'),
  () => [
    // Identities of tyres without an article, computed from their current descriptions; the next import adds missing
    // ones.
    'CREATE TABLE tyre_descriptions (tyre_id INTEGER PRIMARY KEY REFERENCES tyres (id), identity TEXT NOT NULL)',
  ],
  // Sign-in data: session details, second factors, resets, devices.
  () => [
    'ALTER TABLE users ADD COLUMN password_changed_at BIGINT',
    'ALTER TABLE users ADD COLUMN last_sign_in_at BIGINT',
    'ALTER TABLE sessions ADD COLUMN signed_in_at BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE sessions ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0',
    "ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT ''",
    // Sessions lasted 30 days from their last refresh, so the time of that refresh is known.
    'UPDATE sessions SET signed_in_at = expires_at - 2592000000, seen_at = expires_at - 2592000000',
    `CREATE TABLE second_factors (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      secret TEXT NOT NULL,
      confirmed INTEGER NOT NULL DEFAULT 0,
      last_step BIGINT NOT NULL DEFAULT 0
    )`,
    `CREATE TABLE recovery_codes (
      hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
    )`,
    'CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id)',
    `CREATE TABLE password_resets (
      hash TEXT PRIMARY KEY,
      user_id TEXT NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE TABLE known_devices (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      seen_at BIGINT NOT NULL,
      PRIMARY KEY (user_id, hash)
    )`,
    'CREATE INDEX audit_log_by_time ON audit_log (at)',
  ],
  // Notices about an account belong to no site (server/features/notifications/delivery/notices.ts).
  ({ double, unrepeatedIdentity }) =>
    unrepeatedIdentity === null
      ? ['ALTER TABLE notifications ALTER COLUMN site_id DROP NOT NULL']
      : recreated(double, unrepeatedIdentity, ''),
  // Sources of prices, their runs, and files held for review.
  ({ double, identity, unrepeatedIdentity }) => [
    `CREATE TABLE sources (
      id TEXT PRIMARY KEY,
      site TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      enabled INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('address', 'upload')),
      address TEXT NOT NULL,
      secret_names TEXT NOT NULL,
      secrets TEXT NOT NULL,
      mapping TEXT NOT NULL,
      times TEXT NOT NULL,
      zone TEXT NOT NULL,
      expected_by TEXT NOT NULL,
      max_bad ${double} NOT NULL,
      may_be_empty TEXT NOT NULL DEFAULT '[]',
      token_hash TEXT NOT NULL DEFAULT '',
      next_run BIGINT,
      last_fetch TEXT NOT NULL DEFAULT '',
      trouble TEXT NOT NULL DEFAULT '' CHECK (trouble IN ('', 'failed', 'held', 'late')),
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE source_runs (
      id ${unrepeatedIdentity ?? identity},
      source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      started_by TEXT NOT NULL CHECK (started_by IN ('schedule', 'hand', 'upload', 'push', 'command')),
      state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'imported', 'unchanged', 'held', 'declined', 'failed')),
      step TEXT NOT NULL DEFAULT '',
      attempt INTEGER NOT NULL DEFAULT 0,
      taken INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      lease TEXT NOT NULL DEFAULT '',
      leased_until BIGINT NOT NULL DEFAULT 0,
      accepted INTEGER NOT NULL DEFAULT 0,
      file TEXT NOT NULL DEFAULT '',
      rejects TEXT NOT NULL DEFAULT '',
      server TEXT NOT NULL DEFAULT '',
      records INTEGER,
      tyres INTEGER,
      offers INTEGER,
      bad INTEGER,
      message TEXT NOT NULL DEFAULT '',
      log TEXT NOT NULL DEFAULT '[]',
      created_at BIGINT NOT NULL,
      started_at BIGINT,
      finished_at BIGINT
    )`,
    'CREATE INDEX source_runs_by_source ON source_runs (source_id, id)',
    'CREATE INDEX source_runs_due ON source_runs (state, due_at)',
    `CREATE TABLE source_files (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      server TEXT NOT NULL,
      name TEXT NOT NULL,
      size BIGINT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
  ],
  // Disk usage and list length of a source (server/features/sources/bounds.ts).
  () => [
    'ALTER TABLE source_runs ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0',
    'CREATE INDEX source_runs_by_state ON source_runs (source_id, state, id)',
  ],
  // Version of a source's settings, compared at the end of a run, and the time of the last notice about each trouble
  // (server/features/sources/source-alerts.ts).
  () => [
    'ALTER TABLE sources ADD COLUMN version INTEGER NOT NULL DEFAULT 0',
    "ALTER TABLE sources ADD COLUMN told TEXT NOT NULL DEFAULT ''",
    ...['failed', 'held', 'late'].map(
      (trouble) => `ALTER TABLE sources ADD COLUMN told_${trouble} BIGINT NOT NULL DEFAULT 0`,
    ),
    'UPDATE sources SET told = trouble',
  ],
  // Price changes of all days, including days whose prices have expired (server/history).
  ({ clustered }) => [
    'CREATE TABLE history_places (id INTEGER PRIMARY KEY, city TEXT NOT NULL, warehouse TEXT NOT NULL)',
    `CREATE TABLE history_days (
      site_id INTEGER NOT NULL REFERENCES sites (id),
      day TEXT NOT NULL,
      from_events INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (site_id, day)
    ) ${clustered}`,
    `CREATE TABLE price_history (
      tyre_id INTEGER NOT NULL,
      site_id INTEGER NOT NULL,
      day TEXT NOT NULL,
      changes TEXT NOT NULL,
      PRIMARY KEY (tyre_id, site_id, day)
    ) ${clustered}`,
  ],
  // Decided prices shared with the team (server/features/decisions); they remain when their author's account is
  // deleted.
  ({ identity }) => [
    `CREATE TABLE decision_sets (
      id ${identity},
      owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
      request_key TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('draft', 'agreed', 'exported')),
      line_count INTEGER NOT NULL,
      lines TEXT NOT NULL,
      made_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      changed_by TEXT REFERENCES users (id) ON DELETE SET NULL
    )`,
    'CREATE UNIQUE INDEX decision_sets_by_owner ON decision_sets (owner_id, request_key)',
  ],
  // Summaries of days, computed once each (server/features/dashboard).
  () => ['CREATE TABLE day_summaries (day TEXT PRIMARY KEY, state TEXT NOT NULL, summary TEXT NOT NULL)'],
  // Saved views, and the order in which each user sees them (server/features/views).
  () => [
    `CREATE TABLE saved_views (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      scope TEXT NOT NULL CHECK (scope IN ('own', 'team')),
      name TEXT NOT NULL,
      report TEXT NOT NULL,
      query TEXT NOT NULL,
      day TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      added BIGINT NOT NULL
    )`,
    'CREATE INDEX saved_views_by_user ON saved_views (user_id)',
    'CREATE INDEX saved_views_by_scope ON saved_views (scope)',
    `CREATE TABLE view_orders (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      ids TEXT NOT NULL
    )`,
  ],
  // Servers of a database and their leader tasks (server/platform/cluster), leases of messages, and counters that the
  // servers share.
  () => [
    'CREATE TABLE servers (id TEXT PRIMARY KEY, beats BIGINT NOT NULL)',
    'CREATE TABLE duties (name TEXT PRIMARY KEY, server TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE)',
    "ALTER TABLE outbox ADD COLUMN leased_by TEXT NOT NULL DEFAULT ''",
    'ALTER TABLE outbox ADD COLUMN leased_until BIGINT NOT NULL DEFAULT 0',
    'CREATE TABLE sign_in_attempts (hash TEXT PRIMARY KEY, count INTEGER NOT NULL, last_at BIGINT NOT NULL)',
    'CREATE TABLE rate_limits (hash TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_at BIGINT NOT NULL)',
  ],
  // Prices by month (price-months.ts). Existing rows become one partition, up to the month after their last day.
  ({ partitions }) =>
    partitions
      ? [
          'ALTER TABLE site_offers RENAME TO site_offers_before',
          'ALTER INDEX site_offers_pkey RENAME TO site_offers_before_pkey',
          `CREATE TABLE site_offers (LIKE site_offers_before, PRIMARY KEY (day, site_id, tyre_id))
           PARTITION BY RANGE (day)`,
          'CREATE TABLE site_offers_rest PARTITION OF site_offers DEFAULT',
          // A mistaken day in the future must not postpone the first monthly partition.
          `DO $$
           DECLARE
             last_month TEXT := (
               SELECT substr(max(day), 1, 7) FROM site_offers_before
               WHERE day ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-' AND day < to_char(now() + interval '1 month', 'YYYY-MM-32'));
             until TEXT := coalesce(to_char((last_month || '-01')::date + interval '1 month', 'YYYY-MM-DD'), '');
           BEGIN
             WITH odd AS (DELETE FROM site_offers_before WHERE day >= until RETURNING *)
             INSERT INTO site_offers_rest SELECT * FROM odd;
             IF last_month IS NULL THEN
               DROP TABLE site_offers_before;
             ELSE
               EXECUTE format(
                 'ALTER TABLE site_offers ATTACH PARTITION site_offers_before FOR VALUES FROM (MINVALUE) TO (%L)', until);
             END IF;
           END $$`,
        ]
      : [],
  // Index of due messages by due time: without it, PostgreSQL would sort all messages of an import for each message
  // that is leased.
  () => ["CREATE INDEX outbox_waiting ON outbox (channel, due_at, id) WHERE state = 'waiting'"],
  // Value combinations of each warehouse's offers (prices/offer-shapes.ts); null for days imported by a version without
  // them.
  () => ['ALTER TABLE site_cities ADD COLUMN shapes TEXT'],
  // Hosts from which price lists are being fetched (server/features/sources/host-leases.ts).
  () => [
    'CREATE TABLE host_leases (host TEXT PRIMARY KEY, lease TEXT NOT NULL, leased_until BIGINT NOT NULL)',
  ],
  // Index for removing the oldest sign-in attempts first (server/features/auth/sign-in-throttle.ts).
  () => ['CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (last_at)'],
  listings,
  // Tracked pages of shops and their readings before they are tracked (server/features/sources/pages), and the requests
  // to each host.
  ({ double, identity, unrepeatedIdentity }) => [
    ...withNewCheck('sources', 'kind', ['address', 'upload', 'pages']),
    ...withNewCheck('source_runs', 'started_by', ['schedule', 'hand', 'upload', 'push', 'command', 'pages']),
    `CREATE TABLE shop_pages (
      id ${unrepeatedIdentity ?? identity},
      source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      address TEXT NOT NULL,
      listing_id INTEGER NOT NULL REFERENCES listings (id),
      city TEXT NOT NULL,
      origin TEXT NOT NULL DEFAULT '',
      place TEXT NOT NULL DEFAULT '',
      name TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL DEFAULT 'new',
      message TEXT NOT NULL DEFAULT '',
      price ${double},
      list_price ${double},
      pieces INTEGER NOT NULL DEFAULT 1,
      stock ${double},
      priced_at BIGINT,
      read_at BIGINT,
      read_by_run INTEGER NOT NULL DEFAULT 0,
      etag TEXT NOT NULL DEFAULT '',
      modified TEXT NOT NULL DEFAULT '',
      told INTEGER NOT NULL DEFAULT 0,
      added_by TEXT REFERENCES users (id) ON DELETE SET NULL,
      created_at BIGINT NOT NULL,
      UNIQUE (source_id, address)
    )`,
    'CREATE INDEX shop_pages_by_listing ON shop_pages (listing_id)',
    'CREATE INDEX shop_pages_by_address ON shop_pages (address)',
    `CREATE TABLE page_readings (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      tyre_id INTEGER NOT NULL,
      address TEXT NOT NULL,
      site TEXT NOT NULL,
      offers TEXT NOT NULL,
      etag TEXT NOT NULL,
      modified TEXT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    'CREATE INDEX page_readings_by_user ON page_readings (user_id, created_at)',
    `CREATE TABLE host_traffic (
      day TEXT NOT NULL,
      host TEXT NOT NULL,
      requests INTEGER NOT NULL,
      bytes BIGINT NOT NULL,
      PRIMARY KEY (day, host)
    )`,
  ],
  // Pages of whole shops, queued by runs, and the records of their price lists (server/features/sources/pages).
  ({ identity }) => [
    ...withNewCheck('sources', 'kind', ['address', 'upload', 'pages', 'shop']),
    "ALTER TABLE sources ADD COLUMN crawl TEXT NOT NULL DEFAULT ''",
    `CREATE TABLE crawl_pages (
      id ${identity},
      source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      city TEXT NOT NULL,
      address TEXT NOT NULL,
      kind TEXT NOT NULL,
      own INTEGER NOT NULL DEFAULT 0,
      queued_by_run INTEGER NOT NULL,
      read_by_run INTEGER NOT NULL DEFAULT 0,
      read_at BIGINT,
      message TEXT NOT NULL DEFAULT '',
      etag TEXT NOT NULL DEFAULT '',
      modified TEXT NOT NULL DEFAULT '',
      UNIQUE (source_id, city, address)
    )`,
    'CREATE INDEX crawl_pages_open ON crawl_pages (source_id, queued_by_run, read_by_run)',
    `CREATE TABLE crawl_records (
      id ${identity},
      source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      city TEXT NOT NULL,
      code TEXT NOT NULL,
      listing_key TEXT NOT NULL,
      page TEXT NOT NULL,
      record TEXT NOT NULL,
      seen_by_run INTEGER NOT NULL,
      seen_at BIGINT NOT NULL,
      UNIQUE (source_id, city, code)
    )`,
    'CREATE INDEX crawl_records_by_page ON crawl_records (source_id, city, page)',
    `CREATE TABLE shop_jobs (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      state TEXT NOT NULL DEFAULT 'running',
      step TEXT NOT NULL DEFAULT '',
      error TEXT NOT NULL DEFAULT '',
      result TEXT NOT NULL DEFAULT '',
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL
    )`,
  ],
  // Keys of SFTP servers (specification 13.15).
  () => ["ALTER TABLE sources ADD COLUMN host_key TEXT NOT NULL DEFAULT ''"],
  () => [
    ...withNewCheck('sources', 'kind', ['address', 'upload', 'pages', 'shop', 'mail']),
    "ALTER TABLE sources ADD COLUMN mail TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE source_runs ADD COLUMN mail TEXT NOT NULL DEFAULT ''",
  ],
  // Outlets of decided prices, their publications with immutable rows, and the requests of their feeds.
  ({ identity, double, clustered }) => [
    `CREATE TABLE outlets (
      id ${identity},
      name TEXT NOT NULL,
      settings TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      token_hash TEXT UNIQUE,
      delivery TEXT NOT NULL DEFAULT '',
      secrets TEXT NOT NULL DEFAULT '',
      owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
      publication_id INTEGER,
      created_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      changed_by TEXT REFERENCES users (id) ON DELETE SET NULL
    )`,
    `CREATE TABLE outlet_publications (
      id ${identity},
      outlet_id INTEGER NOT NULL REFERENCES outlets (id) ON DELETE CASCADE,
      request_key TEXT NOT NULL,
      content TEXT NOT NULL,
      set_name TEXT NOT NULL,
      settings TEXT NOT NULL,
      version INTEGER NOT NULL,
      shop TEXT NOT NULL,
      prices INTEGER NOT NULL,
      largest_change ${double},
      restored INTEGER NOT NULL DEFAULT 0,
      published_at BIGINT NOT NULL,
      modified_at BIGINT NOT NULL,
      published_by TEXT REFERENCES users (id) ON DELETE SET NULL,
      checked_at BIGINT NOT NULL DEFAULT 0,
      arrival TEXT NOT NULL DEFAULT '',
      notified INTEGER NOT NULL DEFAULT 0,
      UNIQUE (outlet_id, request_key)
    )`,
    `CREATE TABLE outlet_rows (
      outlet_id INTEGER NOT NULL REFERENCES outlets (id) ON DELETE CASCADE,
      content TEXT NOT NULL,
      place INTEGER NOT NULL,
      line TEXT NOT NULL,
      PRIMARY KEY (outlet_id, content, place)
    ) ${clustered}`,
    `CREATE TABLE outlet_fetches (
      id ${identity},
      outlet_id INTEGER NOT NULL REFERENCES outlets (id) ON DELETE CASCADE,
      at BIGINT NOT NULL,
      network TEXT NOT NULL,
      agent TEXT NOT NULL,
      status INTEGER NOT NULL,
      bytes BIGINT NOT NULL
    )`,
    `CREATE TABLE outlet_deliveries (
      id ${identity},
      outlet_id INTEGER NOT NULL REFERENCES outlets (id) ON DELETE CASCADE,
      publication_id INTEGER NOT NULL,
      set_name TEXT NOT NULL,
      state TEXT NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'running', 'sent', 'failed', 'replaced')),
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL,
      lease TEXT NOT NULL DEFAULT '',
      leased_until BIGINT NOT NULL DEFAULT 0,
      message TEXT NOT NULL DEFAULT '',
      created_at BIGINT NOT NULL,
      finished_at BIGINT
    )`,
    'CREATE INDEX outlet_deliveries_by_outlet ON outlet_deliveries (outlet_id, id)',
    'CREATE INDEX outlet_fetches_by_outlet ON outlet_fetches (outlet_id, id)',
  ],
  // Exchanges with 1C and the documents that it has sent (server/features/sources/exchange).
  () => [
    `CREATE TABLE source_exchanges (
      source_id TEXT PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
      exchange TEXT NOT NULL,
      server TEXT NOT NULL,
      ended INTEGER NOT NULL DEFAULT 0,
      busy_until BIGINT NOT NULL
    )`,
    `CREATE TABLE source_documents (
      file TEXT PRIMARY KEY,
      source_id TEXT NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      server TEXT NOT NULL,
      exchange TEXT NOT NULL,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      kind TEXT NOT NULL,
      changes INTEGER NOT NULL DEFAULT 0,
      size BIGINT NOT NULL
    )`,
    'CREATE INDEX source_documents_by_source ON source_documents (source_id, position)',
  ],
  // Requests to suppliers' APIs (specification 13.18).
  () => ["ALTER TABLE sources ADD COLUMN api TEXT NOT NULL DEFAULT ''"],
  // Lists of recommended prices; a restored list shares the rows of its content (server/features/recommended).
  ({ identity, double, clustered }) => [
    `CREATE TABLE recommended_lists (
      id ${identity},
      content TEXT NOT NULL,
      file TEXT NOT NULL,
      restored INTEGER NOT NULL DEFAULT 0,
      prices INTEGER NOT NULL,
      added INTEGER NOT NULL,
      changed INTEGER NOT NULL,
      removed INTEGER NOT NULL,
      largest_change ${double},
      accepted_at BIGINT NOT NULL,
      accepted_by TEXT REFERENCES users (id) ON DELETE SET NULL
    )`,
    `CREATE TABLE recommended_rows (
      content TEXT NOT NULL,
      place INTEGER NOT NULL,
      prices TEXT NOT NULL,
      PRIMARY KEY (content, place)
    ) ${clustered}`,
    'CREATE INDEX crawl_records_by_listing ON crawl_records (source_id, listing_key)',
  ],
  // Rules of notifications, the events that they found, and the notifications that reported them (server/features/rules).
  ({ identity, unrepeatedIdentity }) => [
    `CREATE TABLE rules (
      id ${unrepeatedIdentity ?? identity},
      owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
      scope TEXT NOT NULL CHECK (scope IN ('own', 'team')),
      name TEXT NOT NULL,
      settings TEXT NOT NULL,
      enabled INTEGER NOT NULL DEFAULT 1,
      digest_due BIGINT,
      created_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL
    )`,
    'CREATE INDEX rules_by_due ON rules (digest_due)',
    `CREATE TABLE rule_firings (
      id ${unrepeatedIdentity ?? identity},
      rule_id INTEGER REFERENCES rules (id) ON DELETE SET NULL,
      name TEXT NOT NULL,
      events INTEGER NOT NULL,
      fired_at BIGINT NOT NULL
    )`,
    'CREATE INDEX rule_firings_by_rule ON rule_firings (rule_id, id)',
    `CREATE TABLE rule_batches (
      id ${identity},
      rule_id INTEGER REFERENCES rules (id) ON DELETE SET NULL,
      site_id INTEGER NOT NULL REFERENCES sites (id),
      day TEXT NOT NULL,
      events INTEGER NOT NULL,
      hits TEXT NOT NULL,
      firing_id INTEGER REFERENCES rule_firings (id) ON DELETE SET NULL,
      created_at BIGINT NOT NULL
    )`,
    'CREATE INDEX rule_batches_by_rule ON rule_batches (rule_id, site_id, day)',
    'CREATE INDEX rule_batches_by_firing ON rule_batches (firing_id)',
    `CREATE TABLE rule_mutes (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      rule_id INTEGER NOT NULL REFERENCES rules (id) ON DELETE CASCADE,
      until BIGINT NOT NULL,
      PRIMARY KEY (user_id, rule_id)
    )`,
    'ALTER TABLE notifications ADD COLUMN firing_id INTEGER',
    'CREATE INDEX notifications_by_firing ON notifications (firing_id)',
  ],
  // Pricing strategies, the limits of the team, and morning runs (server/features/strategies).
  ({ identity }) => [
    `CREATE TABLE strategies (
      id ${identity},
      settings TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      position INTEGER NOT NULL,
      owner_id TEXT REFERENCES users (id) ON DELETE SET NULL,
      created_at BIGINT NOT NULL,
      changed_at BIGINT NOT NULL,
      changed_by TEXT REFERENCES users (id) ON DELETE SET NULL,
      approved_at BIGINT,
      approved_by TEXT REFERENCES users (id) ON DELETE SET NULL,
      permit_outlet INTEGER REFERENCES outlets (id) ON DELETE SET NULL,
      permitted_by TEXT REFERENCES users (id) ON DELETE SET NULL
    )`,
    `CREATE TABLE strategy_rails (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      settings TEXT NOT NULL,
      changed_at BIGINT NOT NULL,
      changed_by TEXT REFERENCES users (id) ON DELETE SET NULL
    )`,
    `CREATE TABLE strategy_runs (
      id ${identity},
      strategy_id INTEGER NOT NULL REFERENCES strategies (id) ON DELETE CASCADE,
      day TEXT NOT NULL,
      set_id INTEGER REFERENCES decision_sets (id) ON DELETE SET NULL,
      prices INTEGER NOT NULL,
      state TEXT NOT NULL,
      message TEXT NOT NULL DEFAULT '',
      created_at BIGINT NOT NULL,
      UNIQUE (strategy_id, day)
    )`,
  ],
  // Quiet hours and limits of pushes (specification 25.6); the time until which a message is held back, and the first row
  // of its message.
  () => [
    `CREATE TABLE delivery_rules (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      quiet_from TEXT NOT NULL,
      quiet_to TEXT NOT NULL,
      zone TEXT NOT NULL,
      hourly INTEGER NOT NULL
    )`,
    'ALTER TABLE outbox ADD COLUMN held_until BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE outbox ADD COLUMN message BIGINT NOT NULL DEFAULT 0',
  ],
  // Totals of days, and who gets those of the week by mail (server/features/totals).
  ({ bytes }) => [
    `CREATE TABLE totals_days (day TEXT PRIMARY KEY, state TEXT NOT NULL, summary ${bytes} NOT NULL)`,
    `CREATE TABLE totals_mails (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      sent_week TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      due_at BIGINT NOT NULL DEFAULT 0,
      lease TEXT NOT NULL DEFAULT '',
      leased_until BIGINT NOT NULL DEFAULT 0
    )`,
  ],
  // Version, approval, permission and limits under which a morning run decided its set (specification 19.15); a run
  // without them is left to people.
  () => ["ALTER TABLE strategy_runs ADD COLUMN terms TEXT NOT NULL DEFAULT ''"],
  // People who receive no messages of the rule that everybody has (specification 25.1), and until when.
  () => [
    `CREATE TABLE fixed_rule_mutes (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      until BIGINT NOT NULL
    )`,
  ],
  // Articles of rules apart from their settings, so that lists do not read them (server/features/rules).
  () => [
    "ALTER TABLE rules ADD COLUMN articles TEXT NOT NULL DEFAULT ''",
    'ALTER TABLE rules ADD COLUMN article_count INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE rules ADD COLUMN is_late INTEGER NOT NULL DEFAULT 0',
    // Quotes within a text are escaped, so that no text contains this.
    `UPDATE rules SET is_late = 1 WHERE settings LIKE '%"type":"late"%'`,
  ],
  // Facts about the installation as a whole (installation-facts.ts).
  () => [
    'CREATE TABLE installation_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL, changed_at BIGINT NOT NULL)',
  ],
  // Documents that a source has sent in an hour (server/features/sources/exchange).
  () => [
    'ALTER TABLE source_exchanges ADD COLUMN documents INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE source_exchanges ADD COLUMN counted_since BIGINT NOT NULL DEFAULT 0',
  ],
  // Who wrote what an approval of a strategy covers, and why the last approval ended (specification 19.16). Of former
  // changes only creator and last author are known; an approval by the creator may have been one by their own hand.
  () => [
    "ALTER TABLE strategies ADD COLUMN writers TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE strategies ADD COLUMN ended TEXT NOT NULL DEFAULT ''",
    `UPDATE strategies SET writers = '["' || coalesce(owner_id, changed_by) || '","' || coalesce(changed_by, owner_id) || '"]'
     WHERE owner_id IS NOT NULL OR changed_by IS NOT NULL`,
    `UPDATE strategies SET approved_at = NULL, approved_by = NULL, permit_outlet = NULL, permitted_by = NULL,
       ended = 'согласовал(а) тот, кто создал стратегию' WHERE approved_by = owner_id`,
  ],
  // Who changed a tracked page last (specification 23.11).
  () => ['ALTER TABLE shop_pages ADD COLUMN changed_by TEXT REFERENCES users (id) ON DELETE SET NULL'],
  // Findings of the reading of a price list, and those that a person has called right.
  () => [
    "ALTER TABLE source_runs ADD COLUMN findings TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE sources ADD COLUMN answered TEXT NOT NULL DEFAULT '[]'",
  ],
  // Year of production that a listing states. Pages are read anew, because the former reader took other prices.
  () => [
    "ALTER TABLE listings ADD COLUMN year TEXT NOT NULL DEFAULT ''",
    "UPDATE crawl_pages SET etag = '', modified = ''",
    "UPDATE shop_pages SET etag = '', modified = ''",
  ],
]

const NOTIFICATION_COLUMNS =
  'id, user_id, day, site_id, vehicle_type, compared_with, threshold, percent, body, is_read, is_deleted, created_at, tyres'
const OUTBOX_COLUMNS = 'id, user_id, channel, target, notification_id, state, attempts, due_at, reason'

/**
 * Recreates the table of notifications, because SQLite cannot alter a key or drop NOT NULL. The outbox is copied before
 * that, because dropping the notifications would delete the outbox rows that refer to them.
 */
const recreated = (double: string, identity: string, site: 'NOT NULL' | ''): string[] => [
  `CREATE TABLE kept_notifications (
    id ${identity},
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    site_id INTEGER ${site} REFERENCES sites (id),
    vehicle_type TEXT NOT NULL,
    compared_with TEXT NOT NULL,
    threshold ${double} NOT NULL,
    percent ${double} NOT NULL,
    body TEXT NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    tyres TEXT NOT NULL DEFAULT '[]',
    UNIQUE (user_id, day, site_id, vehicle_type)
  )`,
  `INSERT INTO kept_notifications (${NOTIFICATION_COLUMNS}) SELECT ${NOTIFICATION_COLUMNS} FROM notifications`,
  `CREATE TABLE kept_outbox (
    id ${identity},
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    target TEXT NOT NULL DEFAULT '',
    notification_id INTEGER NOT NULL REFERENCES kept_notifications (id) ON DELETE CASCADE,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at BIGINT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    UNIQUE (notification_id, channel, target)
  )`,
  `INSERT INTO kept_outbox (${OUTBOX_COLUMNS}) SELECT ${OUTBOX_COLUMNS} FROM outbox`,
  'DROP TABLE outbox',
  'DROP TABLE notifications',
  // This also renames the reference to the table in the outbox.
  'ALTER TABLE kept_notifications RENAME TO notifications',
  'ALTER TABLE kept_outbox RENAME TO outbox',
  'CREATE INDEX notifications_by_user ON notifications (user_id, is_deleted, id)',
  'CREATE INDEX outbox_due ON outbox (state, due_at)',
  'CREATE INDEX outbox_by_target ON outbox (user_id, channel, target, state, due_at)',
]

/** Replaces a column of words by one that takes more words, because SQLite cannot alter a column's check. */
const withNewCheck = (table: string, column: string, words: readonly string[]): string[] => [
  `ALTER TABLE ${table} RENAME COLUMN ${column} TO former_${column}`,
  `ALTER TABLE ${table} ADD COLUMN ${column} TEXT NOT NULL DEFAULT '${words[0]}'
   CHECK (${column} IN (${words.map((word) => `'${word}'`).join(', ')}))`,
  `UPDATE ${table} SET ${column} = former_${column}`,
  `ALTER TABLE ${table} DROP COLUMN former_${column}`,
]

/** Number of migrations: the version of the schema that this program works with. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Maximum time that a migration waits for a lock. Readers of the table wait behind it during this time, so it is short,
 * but longer than most lists take.
 */
const PATIENCE = '2s'
/** Time in ms before the next attempt, during which waiting statements can run. */
const AGAIN_MS = 4_000

/**
 * Migrates the database to the current schema, as soon as the migration does not make running servers wait for a lock
 * holder. If two servers start at the same time, the second waits for the first.
 * @param onBusy called once if the migration has to wait
 */
export async function migrate(db: Db, onBusy?: () => void): Promise<void> {
  const attempt = () => tryTransaction(db, PATIENCE, (sql) => migrateTo(sql, db.engine, SCHEMA_VERSION))
  for (let told = false; !(await attempt()); told = true) {
    if (!told) onBusy?.()
    await pause(AGAIN_MS)
  }
}

/** Migrates a database to a version of the schema, within a transaction; a newer database is left unchanged. */
export async function migrateTo(sql: Sql, engine: Engine, version: number): Promise<void> {
  if (engine === 'postgres') await sql.get('SELECT pg_advisory_xact_lock(7420113)')
  await sql.run('CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY)')
  const done = new Set((await sql.all<{ id: number }>('SELECT id FROM migrations')).map(({ id }) => id))
  const dialect = engine === 'postgres' ? POSTGRES_DIALECT : SQLITE_DIALECT
  for (const [index, statementsOf] of MIGRATIONS.slice(0, version).entries()) {
    if (done.has(index)) continue
    for (const statement of statementsOf(dialect)) await sql.run(statement)
    await sql.run`INSERT INTO migrations (id) VALUES (${index})`
  }
}

/** Returns the statements that create the tables of a schema version in the embedded database. */
export const statementsUpTo = (version: number): string[] =>
  MIGRATIONS.slice(0, version).flatMap((statementsOf) => statementsOf(SQLITE_DIALECT))
