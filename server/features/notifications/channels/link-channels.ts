import type { ChannelName } from '../../../../contract/notifications/channels.ts'
import type { LinkChannel } from './link-channel.ts'
import { MAIL } from './mail/mail.ts'
import { TELEGRAM } from './telegram/telegram.ts'

/** Channels that people can link to their account, by their names. */
export const LINK_CHANNELS = { telegram: TELEGRAM, mail: MAIL } satisfies Partial<
  Record<ChannelName, LinkChannel>
>

type LinkChannels = typeof LINK_CHANNELS
export type LinkChannelName = keyof LinkChannels
export const LINK_CHANNEL_NAMES = Object.keys(LINK_CHANNELS) as LinkChannelName[]

export type LinkSettings = { [Name in LinkChannelName]: ReturnType<LinkChannels[Name]['readSettings']> }
export type OpenChannels = { [Name in LinkChannelName]: Awaited<ReturnType<LinkChannels[Name]['open']>> }
