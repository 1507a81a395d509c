/** Channels of messages beside the list of notifications, by their names in the outbox. */
export const CHANNEL_NAMES = ['push', 'mail', 'telegram'] as const
export type ChannelName = (typeof CHANNEL_NAMES)[number]

/** Channels in texts. */
export const CHANNELS: Readonly<Record<ChannelName, string>> = {
  push: 'push',
  mail: 'почта',
  telegram: 'Telegram',
}
