import { CHANNEL_NAMES, type ChannelName } from '../../contract/notifications/channels.ts'

/** State of the channels of a server that has configured none. */
export const NO_CHANNELS = Object.fromEntries(CHANNEL_NAMES.map((name) => [name, false])) as Record<
  ChannelName,
  false
>
