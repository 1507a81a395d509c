import { type Static, Type } from 'typebox'
import { OrNull } from '../lib/schemas.ts'

/** Events of the audit log with the Russian names that administrators read (specification 11.12). */
export const AUDIT_EVENTS = {
  'sign-in': 'Вход',
  'sign-in failed': 'Неудачный вход',
  'sign-in limited': 'Попытки входа ограничены',
  'new device': 'Вход с нового устройства',
  logout: 'Выход',
  'refresh reused': 'Повторное использование сеанса',
  'sessions ended': 'Сеансы завершены',
  'password changed': 'Пароль изменён',
  'password reset': 'Пароль сброшен по ссылке',
  'reset link made': 'Создана ссылка для сброса пароля',
  'second factor enabled': 'Второй фактор включён',
  'second factor disabled': 'Второй фактор отключён',
  'recovery codes renewed': 'Резервные коды обновлены',
  'recovery code used': 'Использован резервный код',
  'user created': 'Пользователь создан',
  'user disabled': 'Доступ закрыт',
  'user enabled': 'Доступ открыт',
  'role changed': 'Роль изменена',
  'admin route refused': 'Отказ: нужны права администратора',
  'message sent': 'Отправлено проверочное сообщение',
  'data exported': 'Данные выгружены в файл',
  'link changed': 'Привязка изменена',
  'push changed': 'Подписка на уведомления изменена',
  'own sites changed': 'Свои сайты изменены',
  'team view changed': 'Вид команды изменён',
  import: 'Цены загружены',
  'import removed': 'Цены удалены',
  'history imported': 'История цен загружена',
  'source changed': 'Источник изменён',
  'source run': 'Источник запущен',
  'source decided': 'Решение о задержанных ценах',
  'source token': 'Ключ источника изменён',
  'file fetched': 'Файл запрошен по адресу',
  'mail read': 'Почта прочитана',
  'shop read': 'Магазин прочитан',
  'page read': 'Страница магазина прочитана',
  'page tracked': 'Страница магазина отслеживается',
  'page changed': 'Страница магазина изменена',
  'page untracked': 'Страница магазина больше не отслеживается',
  'decisions changed': 'Набор решений изменён',
  'outlet changed': 'Выгрузка изменена',
  'outlet address': 'Адрес выгрузки изменён',
  'outlet sent again': 'Публикация отправлена ещё раз',
  'outlet published': 'Цены опубликованы',
  'rule changed': 'Правило изменено',
  'strategy changed': 'Стратегия изменена',
  'strategy approved': 'Стратегия согласована',
  'strategy permitted': 'Стратегии разрешено публиковать',
  'strategy rails': 'Ограничения стратегий изменены',
  'recommended accepted': 'Список РРЦ принят',
  'recommended restored': 'Прежний список РРЦ возвращён',
  'matching decided': 'Сопоставление решено',
  'matching reported': 'Сообщено об ошибке сопоставления',
  'matching undone': 'Решение о сопоставлении отменено',
} as const

export type AuditEvent = keyof typeof AUDIT_EVENTS

/** Page size of the log. */
export const AUDIT_PAGE = 100

/** A page of the log, newest first (specification 11.12). */
export const AuditLogPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** ISO instant */
      at: Type.String(),
      /** one of AUDIT_EVENTS, or an event of a newer server */
      event: Type.String(),
      /** name of the user who caused the event or whom it concerns; '' for the system and for unknown names */
      user: Type.String(),
      details: Type.String(),
    }),
  ),
  /** value of the query parameter `before` for the next page; null on the last page */
  next: OrNull(Type.Integer()),
})
export type AuditLogPage = Static<typeof AuditLogPage>
