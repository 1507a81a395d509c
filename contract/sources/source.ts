import { type Static, Type } from 'typebox'
import { AnyObject, closed, OrNull, oneOf, Text, withFallbackValue } from '../lib/schemas.ts'
import { SourceApi } from './api.ts'
import { ShopCrawl } from './crawl.ts'
import { MailSettings } from './mail.ts'
import { Run } from './run.ts'

/** Traffic-light state of a source. */
const SourceHealth = withFallbackValue(oneOf('fresh', 'late', 'failed', 'held', 'off', 'new'), 'new')
export type SourceHealth = Static<typeof SourceHealth>

/**
 * A price list at an address, one that is uploaded or delivered, tracked pages of the site, the whole shop, or mails in a
 * mailbox.
 */
export const SourceKind = oneOf('address', 'upload', 'pages', 'shop', 'mail')
export type SourceKind = Static<typeof SourceKind>

/** Settings that only one kind of source has, by their member; null or missing for the other kinds. */
export const KIND_SETTINGS = {
  /** pages of a shop, of the kind 'shop' */
  crawl: Type.Optional(OrNull(ShopCrawl)),
  /** mails of a mailbox, of the kind 'mail' */
  mail: Type.Optional(OrNull(MailSettings)),
  /** requests of an address that is an API; null if it is simply fetched */
  api: Type.Optional(OrNull(SourceApi)),
}
export type KindSettings = {
  [Name in keyof typeof KIND_SETTINGS]: Static<(typeof KIND_SETTINGS)[Name]>
}

/** Returns the settings of a source's kind, with null for those of other kinds. */
export const kindSettingsOf = (source: { [Name in keyof KindSettings]?: KindSettings[Name] | undefined }) =>
  Object.fromEntries(
    Object.keys(KIND_SETTINGS).map((name) => [name, source[name as keyof KindSettings] ?? null]),
  ) as KindSettings

/** Mapping of a price list's records to tyres and offers; the server's import defines its schema. */
export const MappingObject = AnyObject('Описание прайс-листа (mapping-schema)')
export type MappingJson = Static<typeof MappingObject>

/** Origin of a site's prices. */
export const Source = Type.Object({
  id: Type.String(),
  site: Type.String(),
  title: Type.String(),
  enabled: Type.Boolean(),
  kind: SourceKind,
  /** '' for an upload; the site's first page for tracked pages */
  address: Type.String(),
  /** fingerprint of the SFTP server's key, 'SHA256:…'; '' for none */
  host_key: Type.Optional(Type.String()),
  /** names of the stored secret headers; 'Basic' for a user name and password */
  secret_names: Type.Array(Type.String()),
  mapping: MappingObject,
  ...KIND_SETTINGS,
  /** 'HH:MM' in the source's time zone */
  times: Type.Array(Type.String()),
  zone: Type.String(),
  /** 'HH:MM', or '' without a deadline */
  expected_by: Type.String(),
  /** allowed share of rejected records, percent */
  max_bad: Type.Number(),
  /** keys of findings that a person has called right; missing in answers of older servers */
  answered: Type.Optional(Type.Array(Type.String())),
  has_token: Type.Boolean(),
  light: SourceHealth,
  last_day: OrNull(Type.String()),
  tyres: OrNull(Type.Number()),
  offers: OrNull(Type.Number()),
  bad_percent: OrNull(Type.Number()),
  last_run: OrNull(Run),
  /** ISO instant */
  next_run: OrNull(Type.String()),
})
export type Source = Static<typeof Source>

export const SourcesAnswer = Type.Object({ sources: Type.Array(Source) })

/** A source with its runs of the last 90 days, the newest first, and its days, the oldest first. */
export const SourceHistory = Type.Object({
  source: Source,
  runs: Type.Array(Run),
  days: Type.Array(Type.Object({ day: Type.String(), tyres: Type.Integer(), offers: Type.Integer() })),
  /** number of tracked pages by state; missing for other sources */
  pages: Type.Optional(
    Type.Object({
      ok: Type.Integer(),
      held: Type.Integer(),
      failed: Type.Integer(),
      gone: Type.Integer(),
      new: Type.Integer(),
    }),
  ),
  /** requests for tracked pages of the last week and the bytes received, the newest day first; missing otherwise */
  traffic: Type.Optional(
    Type.Array(Type.Object({ day: Type.String(), requests: Type.Integer(), bytes: Type.Integer() })),
  ),
})
export type SourceHistory = Static<typeof SourceHistory>

/** Secrets of the request for a price list. Pages send them to the server, which never returns them. */
export const Secrets = Type.Object(
  {
    headers: Type.Array(Type.Object({ name: Text(100), value: Text(4_000) }, closed), { maxItems: 20 }),
    basic: OrNull(Type.Object({ username: Text(500), password: Text(500) }, closed)),
  },
  closed,
)
export type Secrets = Static<typeof Secrets>

/** Settings of a source that a person edits. */
export const SourceInput = Type.Object(
  {
    site: Text(300),
    title: Text(300),
    enabled: Type.Boolean(),
    kind: SourceKind,
    address: Text(4_000),
    mapping: MappingObject,
    times: Type.Array(Text(20), { maxItems: 100 }),
    zone: Text(100),
    expected_by: Text(20),
    max_bad: Type.Number({ minimum: 0, maximum: 100 }),
    /** fingerprint of the SFTP server's key; if absent, that of the same server is unchanged */
    host_key: Type.Optional(Text(60)),
    ...KIND_SETTINGS,
    /** if absent, the stored secrets are unchanged; if null, they are removed */
    secrets: Type.Optional(OrNull(Secrets)),
  },
  closed,
)
export type SourceInput = Static<typeof SourceInput>

/** Answer of the calls that create or change a source. */
export const SourceIdAnswer = Type.Object({ id: Type.String() })

/** Answer with a source's token, which is sent only once. */
export const SourceTokenAnswer = Type.Object({ token: Type.String() })
