/** Channels of messages beside the list of notifications, by their names in the outbox. */
export const CHANNEL_NAMES = ['push', 'mail', 'telegram'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** Names of channels in texts. */
export const CHANNELS: Readonly<Record<ChannelName, string>> = {
  push: 'push',
  mail: 'почта',
  telegram: 'Telegram',
}

/** Path of the calls that return, begin and end the link of a channel to an account (specification 3.15). */
export const linkPath = (channel: ChannelName): string => `/user/verify/${channel}`
