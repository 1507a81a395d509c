import { Compile } from 'typebox/compile'
import { isObject } from '../../contract/legacy/values.ts'
import { SourceApi, USUAL_LOGIN, USUAL_PAGING, USUAL_REQUEST } from '../../contract/sources/api.ts'
import { OperatorError } from '../platform/operator-error.ts'

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
