import type { DeliveryKind } from '../../../../contract/outlets/delivery-kinds.ts'
import { ADDRESS_DELIVERY } from './address-delivery.ts'
import type { DeliveryModule } from './delivery-kind.ts'
import { MAIL_DELIVERY } from './mail-delivery.ts'

export const DELIVERY_MODULES: Readonly<Record<DeliveryKind, DeliveryModule>> = {
  address: ADDRESS_DELIVERY,
  mail: MAIL_DELIVERY,
}
