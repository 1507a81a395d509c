import { type Static, Type } from 'typebox'
import { OrNull, oneOf, withFallbackValue } from '../lib/schemas.ts'
import { CHANNEL_NAMES, type ChannelName } from '../notifications/channels.ts'

/** Parts of the installation, in the order of the page. */
export const STATUS_PARTS = [
  'version',
  'disk',
  'database',
  'backup',
  'queue',
  'sources',
  'certificate',
  'delivery',
] as const
export type StatusPart = (typeof STATUS_PARTS)[number]

const Moment = Type.String({ description: 'ISO' })
const Bytes = Type.Number()

/** Warning with advice; texts for administrators. */
export const StatusWarning = Type.Object({
  part: Type.String({ description: 'one of STATUS_PARTS' }),
  /** 'danger' if something does not work or soon will not */
  level: withFallbackValue(oneOf('warning', 'danger'), 'warning'),
  words: Type.String(),
  advice: Type.String(),
  /** command or setting to copy; '' if none helps */
  command: Type.String(),
  /** page to go to; null if the cause is dealt with outside of the app */
  where: OrNull(oneOf('sources')),
})
export type StatusWarning = Static<typeof StatusWarning>

/** State of the installation for administrators (specification 28.6). */
export const InstallationStatus = Type.Object({
  version: Type.String(),
  /** when this server started */
  started_at: Moment,
  /** disk of the data directory; null if it cannot be read */
  disk: OrNull(
    Type.Object({
      free: Bytes,
      total: Bytes,
      /** free space below which administrators are notified */
      low_below: Bytes,
      /** days after which it is full at the growth of the last weeks; null if it does not grow, or is not known yet */
      days_left: OrNull(Type.Integer()),
    }),
  ),
  database: Type.Object({
    engine: oneOf('sqlite', 'postgres'),
    size: Bytes,
    /** time in ms of one statement */
    ping: Type.Number(),
    /** connections to PostgreSQL, of all programs */
    connections: OrNull(Type.Object({ used: Type.Integer(), most: Type.Integer() })),
    /** replicas that prices are read from */
    replicas: Type.Object({ used: Type.Integer(), all: Type.Integer() }),
  }),
  /** last backup of `npm run backup` or of the nightly service; null if there was none */
  backup: OrNull(Type.Object({ at: Moment, size: Bytes, path: Type.String(), machine: Type.String() })),
  queue: Type.Object({
    /** notifications to be sent */
    messages: Type.Integer(),
    /** when the longest waiting one was due; null if none is due */
    due_since: OrNull(Moment),
    /** notifications that were given up */
    dead: Type.Integer(),
    /** runs of sources that wait or are under way */
    runs: Type.Integer(),
    /** when the longest waiting run was due; null if none is due */
    runs_due_since: OrNull(Moment),
  }),
  sources: Type.Object({
    all: Type.Integer(),
    failing: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
  }),
  /** certificate of PUBLIC_URL; null without an address with https */
  certificate: OrNull(
    Type.Object({
      host: Type.String(),
      /** null if it could not be read */
      ends_at: OrNull(Moment),
      /** why it could not be read, or why browsers do not trust it; '' if they do */
      problem: Type.String(),
    }),
  ),
  delivery: Type.Object({
    /** whether the server sends through a channel */
    ...(Object.fromEntries(CHANNEL_NAMES.map((name) => [name, Type.Boolean()])) as Record<
      ChannelName,
      ReturnType<typeof Type.Boolean>
    >),
    /** whether links are confirmed without bot and mail server */
    demo: Type.Boolean(),
  }),
  warnings: Type.Array(StatusWarning),
})
export type InstallationStatus = Static<typeof InstallationStatus>
