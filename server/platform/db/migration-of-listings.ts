import type { Dialect } from './db.ts'

/** Listings of sites, the tyres that they belong to, and what people decided about them (server/prices/listings). */
export const listings = ({ identity, double, clustered, unrepeatedIdentity }: Dialect): string[] => [
  // `tyre_aliases` and `tyre_descriptions` remain for servers of the former version beside this one.
  `CREATE TABLE listings (
    id ${unrepeatedIdentity ?? identity},
    site_id INTEGER NOT NULL REFERENCES sites (id),
    key TEXT NOT NULL,
    tyre_id INTEGER NOT NULL REFERENCES tyres (id),
    how TEXT NOT NULL CHECK (how IN ('person', 'gtin', 'article', 'description', 'own')),
    score ${double},
    since BIGINT NOT NULL,
    article TEXT NOT NULL,
    code TEXT NOT NULL,
    gtin TEXT NOT NULL,
    specs TEXT NOT NULL,
    digest TEXT NOT NULL DEFAULT '',
    says_studs INTEGER NOT NULL,
    excluded TEXT NOT NULL DEFAULT '',
    first_day TEXT NOT NULL,
    UNIQUE (site_id, key)
  )`,
  'CREATE INDEX listings_by_tyre ON listings (tyre_id, site_id)',
  "CREATE INDEX listings_by_gtin ON listings (gtin) WHERE gtin <> ''",
  // Analysts have the role of a user for servers of the former version.
  'ALTER TABLE users ADD COLUMN analyst INTEGER NOT NULL DEFAULT 0',
  // Pairs for people to decide; conflict: field in which equal identifiers contradict each other, or 'reported'
  // by a user: earlier decisions do not count then.
  `CREATE TABLE possible_pairs (
    listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
    tyre_id INTEGER NOT NULL REFERENCES tyres (id),
    probability ${double} NOT NULL,
    conflict TEXT NOT NULL DEFAULT '',
    reported_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (listing_id, tyre_id)
  )`,
  // Decisions of people; `moved` lists the listings that a decision moved, with their former tyres, to undo it.
  `CREATE TABLE pair_decisions (
    id ${unrepeatedIdentity ?? identity},
    listing_id INTEGER NOT NULL REFERENCES listings (id) ON DELETE CASCADE,
    tyre_id INTEGER NOT NULL REFERENCES tyres (id),
    decision TEXT NOT NULL CHECK (decision IN ('same', 'different', 'detached', 'excluded', 'compared')),
    moved TEXT NOT NULL DEFAULT '[]',
    batch TEXT NOT NULL DEFAULT '',
    decided_by TEXT REFERENCES users (id) ON DELETE SET NULL,
    decided_at BIGINT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX pair_decisions_by_listing ON pair_decisions (listing_id, tyre_id)',
  // Spellings of model lines that are the same; batch: decisions made together with a person's decision about them.
  `CREATE TABLE model_aliases (
    family TEXT NOT NULL,
    line_a TEXT NOT NULL,
    line_b TEXT NOT NULL,
    sizes INTEGER NOT NULL,
    decided INTEGER NOT NULL DEFAULT 0,
    batch TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (family, line_a, line_b)
  )`,
  // Prices and history of listings that are left out of the figures, or share a tyre with another one of their site.
  `CREATE TABLE listing_prices (
    listing_id INTEGER NOT NULL,
    day TEXT NOT NULL,
    offers TEXT NOT NULL,
    PRIMARY KEY (listing_id, day)
  ) ${clustered}`,
  `CREATE TABLE listing_history (
    listing_id INTEGER NOT NULL,
    day TEXT NOT NULL,
    changes TEXT NOT NULL,
    PRIMARY KEY (listing_id, day)
  ) ${clustered}`,
]
