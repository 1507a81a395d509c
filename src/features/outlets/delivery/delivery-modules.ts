import type { DeliveryKind, DeliverySettings } from '../../../../contract/outlets/delivery-kinds.ts'
import { ADDRESS_DELIVERY } from './address-delivery.tsx'
import type { DeliveryModule } from './delivery-module.ts'
import { MAIL_DELIVERY } from './mail-delivery.tsx'

/** Ways to send publications, in the order of the form. */
export const DELIVERY_MODULES: Readonly<Record<DeliveryKind, DeliveryModule>> = {
  address: ADDRESS_DELIVERY,
  mail: MAIL_DELIVERY,
}

export const DELIVERY_KINDS = Object.keys(DELIVERY_MODULES) as [DeliveryKind, ...DeliveryKind[]]

/** Returns the stored settings if they are of this kind. */
export const storedOf = (kind: DeliveryKind, delivery: DeliverySettings | null): DeliverySettings | null =>
  delivery?.kind === kind ? delivery : null

/** Returns the kinds that can be chosen. @param canMail whether the server can send mails */
export const offeredKinds = (canMail: boolean): readonly DeliveryKind[] =>
  DELIVERY_KINDS.filter((kind) => canMail || !DELIVERY_MODULES[kind].needsMail)
