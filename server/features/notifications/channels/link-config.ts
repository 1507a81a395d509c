import { OperatorError } from '../../../platform/operator-error.ts'
import { isLoopback } from '../../../platform/trust-proxy.ts'
import type { Environment, LinkChannel } from './link-channel.ts'
import {
  LINK_CHANNEL_NAMES,
  LINK_CHANNELS,
  type LinkChannelName,
  type LinkSettings,
} from './link-channels.ts'
import { webAddress } from './web-address.ts'

export interface LinkConfig {
  /** settings by channel; undefined for those that are not configured */
  channels: LinkSettings
  /** operator's address for push services, if the settings of a channel name one */
  contact: string | undefined
  /** public address of this server, without a trailing slash; undefined to use the request's own origin */
  publicUrl: string | undefined
  /** demo mode: links can be confirmed without the channel itself */
  demo: boolean
}

/** Value of DEMO that allows demo mode on a server that other machines can reach. */
const DEMO_ANYWHERE = 'anywhere'

/** @throws OperatorError */
export function readLinkConfig(env: Environment): LinkConfig {
  const channels: Partial<Record<LinkChannelName, object | undefined>> = {}
  let contact: string | undefined
  for (const name of LINK_CHANNEL_NAMES) {
    const channel: LinkChannel = LINK_CHANNELS[name]
    const settings = channel.readSettings(env)
    channels[name] = settings
    contact ??= settings && channel.contactOf?.(settings)
  }
  return {
    channels: channels as LinkSettings,
    contact,
    publicUrl: env.PUBLIC_URL ? webAddress('PUBLIC_URL', env.PUBLIC_URL) : undefined,
    demo: env.DEMO === '1' || env.DEMO === DEMO_ANYWHERE,
  }
}

/**
 * Refuses demo mode on a server that other machines can reach, unless DEMO allows it: in demo mode any signed-in user
 * can link any address.
 * @throws OperatorError
 */
export function refuseOpenDemo(env: Environment): void {
  if (env.DEMO !== '1' || env.BACKEND_URL) return
  const open =
    (env.HOST && !isLoopback(env.HOST) && `HOST=${env.HOST}`) ||
    (env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL).hostname) && `PUBLIC_URL=${env.PUBLIC_URL}`) ||
    (env.TRUST_PROXY && env.TRUST_PROXY !== '0' && `TRUST_PROXY=${env.TRUST_PROXY}`)
  if (!open) return
  throw new OperatorError(
    `DEMO=1: в демонстрационном режиме привязки не проверяются, а сервер доступен другим (${open}). ` +
      `Уберите DEMO из .env.local или, если это открытая демонстрация, укажите DEMO=${DEMO_ANYWHERE}`,
  )
}
