import { Compile } from 'typebox/compile'
import { isObject } from '../../contract/legacy/values.ts'
import { SourceApi, USUAL_LOGIN, USUAL_PAGING, USUAL_REQUEST } from '../../contract/sources/api.ts'
import type { SourceInput } from '../../contract/sources/source.ts'
import { OperatorError } from '../platform/operator-error.ts'

/** Options of `sources add` that say which mails of a mailbox are read. */
export const MAIL_OPTIONS = {
  from: { type: 'string' },
  folder: { type: 'string' },
  subject: { type: 'string' },
  attachment: { type: 'string' },
  proof: { type: 'string' },
  'move-to': { type: 'string' },
  'valid-days': { type: 'string' },
} as const

export const MAIL_HELP = `  Почта (--address imaps://СЕРВЕР/ или imap://СЕРВЕР/ со STARTTLS, --user ИМЯ):
  --from ОТПРАВИТЕЛЬ  адрес или @домен
  --folder ПАПКА      по умолчанию INBOX
  --subject ТЕМА      часть темы; * вместо любого текста
  --attachment ИМЯ    имя вложения; * вместо любого текста
  --proof СЕРВЕР      читать только письма, чьего отправителя этот сервер подтвердил (DKIM или SPF)
  --move-to ПАПКА     куда переносить прочитанные; по умолчанию они отмечаются прочитанными
  --valid-days N      сколько дней после письма его цены стоят; по умолчанию 3`

const USUAL_VALID_DAYS = 3
const MAX_VALID_DAYS = 31

type MailOptions = { [Name in keyof typeof MAIL_OPTIONS]?: string | undefined }

/**
 * Returns the kind of a source by its address, and which mails it reads.
 * @throws OperatorError
 */
export function kindOf(address: string, options: MailOptions): Pick<SourceInput, 'kind' | 'mail'> {
  if (!/^imaps?:/i.test(address)) {
    const given = Object.keys(MAIL_OPTIONS).find((name) => options[name as keyof MailOptions] !== undefined)
    if (given !== undefined)
      throw new OperatorError(`--${given} нужен адрес почты: --address imaps://imap.example.ru/`)
    return { kind: address === '' ? 'upload' : 'address' }
  }
  const { from, folder = 'INBOX', subject = '', attachment = '', proof = '' } = options
  if (from === undefined) throw new OperatorError('Не указано, от кого письма: --from price@example.ru')
  const days = options['valid-days'] === undefined ? USUAL_VALID_DAYS : Number(options['valid-days'])
  if (!Number.isInteger(days) || days < 0 || days > MAX_VALID_DAYS) {
    throw new OperatorError(
      `--valid-days «${options['valid-days']}»: нужно целое число от 0 до ${MAX_VALID_DAYS}`,
    )
  }
  const move_to = options['move-to'] ?? ''
  return {
    kind: 'mail',
    mail: { from, folder, subject, attachment, proof, move_to, valid_days: days },
  }
}

const checker = Compile(SourceApi)

/**
 * Returns the description of a source's requests; parts that it leaves out are the usual ones.
 * @param value JSON of the file
 * @throws OperatorError with the first mistake
 */
export function describedApi(value: unknown, address: string): SourceApi {
  if (!/^https?:/i.test(address)) {
    throw new OperatorError('--api нужен адрес API: --address https://api.example.ru/tyres')
  }
  const api = isObject(value) ? { login: null, request: {}, paging: null, ...value } : value
  if (isObject(api)) {
    if (isObject(api.login)) api.login = { ...USUAL_LOGIN, ...api.login }
    if (isObject(api.request)) api.request = { ...USUAL_REQUEST, ...api.request }
    if (isObject(api.paging)) api.paging = { ...USUAL_PAGING, ...api.paging }
  }
  if (checker.Check(api)) return api
  const [error] = checker.Errors(api)
  throw new OperatorError(
    `--api: это не описание запросов: ${error?.instancePath || '/'} ${error?.message ?? ''}`,
  )
}
