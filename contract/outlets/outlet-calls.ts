import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, RequestKey, RowId } from '../lib/schemas.ts'
import { DeliveryInput } from './delivery-kinds.ts'
import {
  OutletAddressAnswer,
  OutletAnswer,
  OutletIdAnswer,
  OutletSettings,
  OutletsAnswer,
  PublicationPreview,
} from './outlet.ts'

/** A set may have megabytes, which a preview and a publication read. */
const SETS_PER_MINUTE = 30

const SetChoice = { set: RowId, unchecked: Type.Boolean() }

/** Calls about outlets and their publications (specification 24.3 and 24.4). */
export const OUTLET_CALLS = declareCalls(
  '/api/companion/outlets',
  { by: 'analyst', perMinute: 60 },
  {
    list: { get: '', perMinute: 120, summary: 'Выгрузки', answer: OutletsAnswer },
    create: { post: '', summary: 'Добавить выгрузку', body: OutletSettings, answer: OutletIdAnswer },
    one: {
      get: '/:id',
      perMinute: 120,
      summary: 'Выгрузка, её публикации и кто её забирал',
      answer: OutletAnswer,
    },
    change: { post: '/:id', summary: 'Изменить выгрузку', body: OutletSettings, answer: OutletIdAnswer },
    remove: { post: '/:id/remove', summary: 'Удалить выгрузку' },
    createAddress: {
      post: '/:id/address',
      proof: true,
      summary: 'Создать адрес файла; прежний перестаёт действовать',
      answer: OutletAddressAnswer,
    },
    removeAddress: { post: '/:id/address/remove', summary: 'Отозвать адрес файла' },
    preview: {
      post: '/:id/preview',
      perMinute: SETS_PER_MINUTE,
      summary: 'Что уйдёт, если опубликовать набор',
      body: Type.Object(SetChoice, closed),
      answer: PublicationPreview,
    },
    publish: {
      post: '/:id/publish',
      perMinute: SETS_PER_MINUTE,
      summary: 'Опубликовать набор',
      body: Type.Object({ key: RequestKey, ...SetChoice }, closed),
      answer: OutletIdAnswer,
    },
    restore: {
      post: '/:id/restore',
      perMinute: SETS_PER_MINUTE,
      summary: 'Вернуть цены прежней публикации',
      body: Type.Object({ key: RequestKey, publication: RowId }, closed),
      answer: OutletIdAnswer,
    },
    setDelivery: {
      post: '/:id/delivery',
      proof: true,
      summary: 'Отправлять публикации на адрес',
      body: DeliveryInput,
    },
    removeDelivery: { post: '/:id/delivery/remove', summary: 'Больше не отправлять публикации' },
    deliverAgain: {
      post: '/:id/delivery/again',
      perMinute: SETS_PER_MINUTE,
      summary: 'Отправить последнюю публикацию ещё раз',
    },
  },
)
