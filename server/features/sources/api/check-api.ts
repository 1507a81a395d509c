import type { JsonObject } from '../../../../contract/legacy/values.ts'
import type { ApiLogin, ApiPaging, SourceApi } from '../../../../contract/sources/api.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isFileAddress } from '../../../platform/remote/file-address.ts'
import { parseSourceAddress } from '../address.ts'
import { checkSecrets } from '../secrets.ts'
import { placeholdersIn } from './placeholders.ts'

const MAX_CHARS = 20_000
const DEEPEST = 20
/** Headers whose values are secrets, or that follow from the body. */
const NOT_PLAIN = new Set(['authorization', 'cookie', 'content-type'])
/** Members of a body, and headers, whose values must be encrypted. */
const SECRET_MEMBER =
  /(?:pass(?:wd|word)?|pwd|secret(?:[_-]?key)?|token|(?:api|access|auth|client)[_-]?key|пароль)$/i
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u
/** Name of a cookie (RFC 6265). */
const COOKIE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Checks the description of a source's requests.
 * @throws Refusal
 */
export function checkApi(
  api: SourceApi | null | undefined,
  address: string,
  allowedHosts: AllowedHosts,
): SourceApi | null {
  if (!api) return null
  if (isFileAddress(new URL(address))) {
    throw new Refusal(400, 'Запросы к API бывают только по адресам http:// и https://')
  }
  const { login, request, paging } = api
  for (const { name } of request.headers) {
    if (NOT_PLAIN.has(name.toLowerCase()) || SECRET_MEMBER.test(name)) {
      throw new Refusal(400, `Заголовок ${name} задаётся не здесь: секретные укажите в доступе к адресу`)
    }
  }
  checkSecrets({ headers: request.headers, basic: null })
  if (request.method === 'GET' && request.body !== null) {
    throw new Refusal(400, 'У запроса GET нет тела: выберите POST')
  }
  checkBody(request.body, 'запроса')
  if (paging) checkPaging(paging, request.body)
  else if (placeholdersIn(request.body).has('page')) {
    throw new Refusal(400, 'В теле запроса есть {page}, а страницы не описаны')
  }
  return { login: login && checkLogin(login, allowedHosts), request, paging }
}

function checkLogin(login: ApiLogin, allowedHosts: AllowedHosts): ApiLogin {
  const { method, type, body, token, cookie, header, prefix } = login
  const address = loginAddress(login.address, allowedHosts)
  if (method === 'GET' && body !== null) throw new Refusal(400, 'У входа методом GET нет тела: выберите POST')
  checkBody(body, 'входа')
  const isFlat = Object.values(body ?? {}).every((value) => typeof value !== 'object')
  if (type === 'form' && !isFlat) throw new Refusal(400, 'В теле входа формой значения — тексты и числа')
  if (token === '' && cookie === '') throw new Refusal(400, 'Не указано, где в ответе на вход ключ (token)')
  if (cookie !== '') {
    if (!COOKIE.test(cookie)) throw new Refusal(400, 'В имени cookie недопустимые знаки')
    return { ...login, address, token: '' }
  }
  checkPath(token)
  checkSecrets({ headers: [{ name: header, value: `${prefix}x` }], basic: null })
  return { ...login, address }
}

function loginAddress(text: string, allowedHosts: AllowedHosts): string {
  try {
    const url = parseSourceAddress(text.trim(), allowedHosts)
    if (url.username === '' && url.password === '') return url.href
  } catch (error) {
    throw new Refusal(400, `Вход: ${(error as Error).message}`)
  }
  throw new Refusal(400, 'В адресе входа не пишут имя и пароль: укажите их в доступе к адресу')
}

function checkPaging(
  { by, parameter, size, size_parameter, path, records }: ApiPaging,
  body: JsonObject | null,
) {
  const inBody = placeholdersIn(body)
  if ([parameter, size_parameter].some((name) => CONTROL.test(name))) {
    throw new Refusal(400, 'В имени параметра страницы недопустимые знаки')
  }
  if (by !== 'next' && parameter === '' && !inBody.has('page')) {
    throw new Refusal(400, 'Не указан параметр страницы: его имя или {page} в теле запроса')
  }
  if (by === 'cursor' && path === '')
    throw new Refusal(400, 'Не указано, где в ответе курсор следующей страницы')
  if (size === 0 && (size_parameter !== '' || inBody.has('size'))) {
    throw new Refusal(400, 'Не указан размер страницы')
  }
  checkPath(path)
  checkPath(records)
}

function checkPath(path: string): void {
  if (path === '') return
  if (CONTROL.test(path) || path.split('.').includes('')) {
    throw new Refusal(400, `Путь «${path.slice(0, 50)}» неверен: нужен вида data.items`)
  }
}

/** @throws Refusal for a body that is too large, or that has a secret in the clear */
function checkBody(body: unknown, of: string): void {
  checkPart(body, of, 0)
  if (body !== null && JSON.stringify(body).length > MAX_CHARS) {
    throw new Refusal(400, `Тело ${of} длиннее ${MAX_CHARS} знаков`)
  }
}

function checkPart(part: unknown, of: string, depth: number): void {
  if (typeof part !== 'object' || part === null) return
  if (depth > DEEPEST) throw new Refusal(400, `Тело ${of} вложено глубже ${DEEPEST} уровней`)
  for (const [name, value] of Object.entries(part)) {
    const isOpen = typeof value !== 'object' && String(value) !== '' && placeholdersIn(value).size === 0
    if (SECRET_MEMBER.test(name) && isOpen) {
      throw new Refusal(
        400,
        `«${name.slice(0, 50)}» в теле ${of} не пишут открыто: поставьте {password} или {secret.ИМЯ}, а значение укажите в доступе`,
      )
    }
    checkPart(value, of, depth + 1)
  }
}
