import type { Channel } from '../delivery/channel.ts'
import type { ChannelLeaderTasks, LinkChannel, LinkDeps, OpenChannel } from './link-channel.ts'
import {
  LINK_CHANNEL_NAMES,
  LINK_CHANNELS,
  type LinkChannelName,
  type OpenChannels,
} from './link-channels.ts'
import type { LinkConfig } from './link-config.ts'
import type { LinkPage } from './link-pages.ts'
import { removeAddress } from './links.ts'

export interface Links {
  opened: OpenChannels
  publicUrl: string | undefined
  channels: Channel[]
  endLink(link: { channel: string; address: string }, why: string): Promise<void>
  footer: string | undefined
  pages: readonly LinkPage[]
  /** tasks of the channels that one server of a database does for all */
  duties: ChannelLeaderTasks
  close(): void
}

export async function createLinks(
  config: LinkConfig,
  { db, secret, log }: Pick<LinkDeps, 'db' | 'secret' | 'log'>,
): Promise<Links> {
  const { publicUrl, demo } = config
  const deps: LinkDeps = { db, secret, log, publicUrl, demo }
  const opened: Partial<Record<LinkChannelName, OpenChannel>> = {}
  for (const name of LINK_CHANNEL_NAMES) {
    const channel: LinkChannel = LINK_CHANNELS[name]
    opened[name] = await channel.open(config.channels[name], deps)
  }
  const all: OpenChannel[] = Object.values(opened)
  return {
    opened: opened as OpenChannels,
    publicUrl,
    channels: all.flatMap(({ channel }) => channel ?? []),
    async endLink({ channel, address }, why) {
      await db.transaction((sql) => removeAddress(sql, channel, address, why))
    },
    footer: publicUrl && `Все уведомления: ${publicUrl}/profile/notifications`,
    pages: all.flatMap(({ pages }) => pages),
    duties: Object.assign({}, ...all.map(({ duties }) => duties)),
    close() {
      for (const { close } of all) close?.()
    },
  }
}
