import type { FastifyBaseLogger } from 'fastify'
import type { TSchema } from 'typebox'
import type { Db } from '../../../platform/db/db.ts'
import { part } from '../../../platform/db/statement.ts'
import type { RepeatingTask } from '../../../platform/repeating-task.ts'
import type { User } from '../../auth/user.ts'
import type { AddressTable, Channel } from '../delivery/channel.ts'
import type { LinkPage } from './link-pages.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Channel that people link to their account. Everything that depends on which channel it is, is a member of this
 * interface, of OpenChannel or of Channel, which delivers the messages.
 */
export interface LinkChannel<Settings extends object = object> {
  /**
   * Reads the channel's settings.
   * @returns undefined if the channel is not configured
   * @throws OperatorError
   */
  readSettings(env: Environment): Settings | undefined
  /** Returns the operator's address for push services (RFC 8292 §2.1), such as 'mailto:me@example.ru'. */
  contactOf?(settings: Settings): string
  /**
   * Opens the channel. Loads its client library only now, because commands read settings too.
   * @param settings undefined if the channel is not configured
   */
  open(settings: Settings | undefined, deps: LinkDeps): Promise<OpenChannel>
}

export interface LinkDeps {
  db: Db
  /** key that signs the codes in links; the same on every server of one database */
  secret: string
  /** public address of this server, without a trailing slash; undefined to use the request's own origin */
  publicUrl: string | undefined
  /** demo mode: links can be confirmed without the channel itself */
  demo: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

export type ChannelLeaderTasks = Readonly<Record<string, Pick<RepeatingTask, 'start' | 'stop'>>>

export interface OpenChannel {
  /** delivers notifications; undefined if the channel is not configured */
  channel?: Channel | undefined
  linking: Linking
  /** pages that links in messages open */
  pages: readonly LinkPage[]
  /** tasks that one server of a database does for all */
  duties?: ChannelLeaderTasks
  close?(): void
}

/** Calls with which a user links the channel. */
export interface Linking {
  /** name in the documentation of the calls */
  title: string
  /** `message` of the status call */
  status: { linked: string | boolean; unlinked: string | boolean }
  begin: {
    summary: string
    answer: TSchema
  }
  /** entry of the audit log about the message that `link` sends; undefined if it sends none */
  sent?: string
  /**
   * Links the channel, or returns the user's next step as `begin.answer`.
   * @param origin returns the public origin of this server, for links in messages; throws Refusal if it is unknown
   * @throws Refusal
   */
  link(user: User, origin: () => string): Promise<unknown>
  /** `message` after unlinking */
  unlinked: string
}

/** Addresses of linked channels: one per user and channel. */
export const LINKS: AddressTable = {
  table: part`links`,
  matches: part`a.user_id = o.user_id AND a.channel = o.channel`,
  address: part`a.address`,
}
