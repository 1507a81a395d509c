import type { ReactNode, Ref } from 'react'
import type {
  DeliveryInputOf,
  DeliveryKind,
  DeliverySettingsOf,
} from '../../../../contract/outlets/delivery-kinds.ts'

interface DeliveryFieldsProps<Kind extends DeliveryKind, Draft> {
  draft: Draft
  /** stored settings; null before the first of this kind */
  stored: DeliverySettingsOf<Kind> | null
  /** first field */
  first: Ref<HTMLInputElement & HTMLTextAreaElement>
  onChange(change: Partial<Draft>): void
}

/** Way to send publications, on the page. Everything that depends on it is asked of it; nobody else compares kinds. */
export interface DeliveryModule<Kind extends DeliveryKind = DeliveryKind, Draft extends object = object> {
  /** name in the form's choice */
  name: string
  /** where publications go, in the invitation to set up the sending */
  invitation: string
  /** whether only a server with mail settings offers it */
  needsMail?: true
  draftOf(stored: DeliverySettingsOf<Kind> | null): Draft
  Fields(props: DeliveryFieldsProps<Kind, Draft>): ReactNode
  isComplete(draft: Draft): boolean
  /** Returns the settings to send. */
  inputOf(draft: Draft): DeliveryInputOf<Kind>
  /** Returns where publications are sent, in words. */
  words(settings: DeliverySettingsOf<Kind>): string
}
