import type { ComponentType } from 'react'
import type { ChannelName } from '../../../contract/notifications/channels.ts'
import { EmailSection } from './EmailSection.tsx'
import { PushSection } from './PushSection.tsx'
import { TelegramSection } from './TelegramSection.tsx'

/** Sections of the channels, in the order of the page. */
export const CHANNEL_SECTIONS: Readonly<Record<ChannelName, ComponentType>> = {
  telegram: TelegramSection,
  mail: EmailSection,
  push: PushSection,
}
