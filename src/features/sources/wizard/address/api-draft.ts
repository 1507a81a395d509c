import { isObject, type JsonObject } from '../../../../../contract/legacy/values.ts'
import {
  type ApiLogin,
  type ApiPaging,
  type SourceApi,
  USUAL_LOGIN,
  USUAL_PAGING,
  USUAL_REQUEST,
} from '../../../../../contract/sources/api.ts'
import type { Source } from '../../../../../contract/sources/source.ts'
import { HttpError, textField } from '../../../../data/errors.ts'

export interface ApiForm {
  /** '' without a login */
  loginAddress: string
  loginType: ApiLogin['type']
  loginBody: string
  /** path of the token, or 'cookie:' with a name */
  token: string
  /** body of the request in JSON; '' for GET */
  body: string
  /** '' if one answer has everything */
  by: ApiPaging['by'] | ''
  parameter: string
  first: string
  size: string
  sizeParameter: string
  path: string
  records: string
}

export interface ApiDraft {
  form: ApiForm
  /** stored description, of which the form shows a part */
  stored: SourceApi | null
}

export const COOKIE = /^\s*cookie\s*:\s*/i
const textOf = (body: JsonObject | null | undefined): string => (body ? JSON.stringify(body, null, 2) : '')
const USUAL_BODY = '{"username": "{username}", "password": "{password}"}'

/** Returns the draft of a stored source's requests, or of a new one. */
export function apiDraftOf(source: Pick<Source, 'api'> | null): ApiDraft {
  const stored = source?.api ?? null
  const { login, request, paging } = stored ?? { login: null, request: USUAL_REQUEST, paging: null }
  const { parameter, first, size, size_parameter, path, records } = paging ?? {
    ...USUAL_PAGING,
    parameter: 'page',
  }
  return {
    stored,
    form: {
      loginAddress: login?.address ?? '',
      loginType: login?.type ?? 'json',
      loginBody: login ? textOf(login.body) : USUAL_BODY,
      token: login?.cookie ? `cookie:${login.cookie}` : (login?.token ?? USUAL_LOGIN.token),
      body: textOf(request.body),
      by: paging?.by ?? '',
      parameter,
      first: String(first),
      size: size === 0 ? '' : String(size),
      sizeParameter: size_parameter,
      path,
      records,
    },
  }
}

/** Parses a body as JSON; null if it is empty, undefined if it is no object. */
export function bodyOf(text: string): JsonObject | null | undefined {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isPosted = ({ body, stored }: { body: string; stored: SourceApi | null }): boolean =>
  body.trim() !== '' || (stored?.request.method === 'POST' && stored.request.body === null)

/** Returns the description that is sent to the server; null without one. The draft must have no problems. */
export function apiOf({ form, stored }: ApiDraft): SourceApi | null {
  const login = loginOf(form, stored?.login ?? USUAL_LOGIN)
  const paging = pagingOf(form)
  const { headers } = stored?.request ?? { headers: [] }
  const method = isPosted({ body: form.body, stored }) ? 'POST' : 'GET'
  if (!login && !paging && method === 'GET' && headers.length === 0) return null
  return { login, request: { method, headers, body: bodyOf(form.body) ?? null }, paging }
}

function loginOf(form: ApiForm, stored: Omit<ApiLogin, 'address'>): ApiLogin | null {
  const address = form.loginAddress.trim()
  if (address === '') return null
  const isCookie = COOKIE.test(form.token)
  const body = bodyOf(form.loginBody) ?? null
  return {
    ...stored,
    method: body === null ? stored.method : 'POST',
    address,
    type: form.loginType,
    body,
    token: isCookie ? '' : form.token.trim(),
    cookie: isCookie ? form.token.replace(COOKIE, '').trim() : '',
  }
}

function pagingOf(form: ApiForm): ApiPaging | null {
  const { by, parameter, sizeParameter } = form
  if (by === '') return null
  const isCounted = by === 'page' || by === 'offset'
  return {
    by,
    parameter: by === 'next' ? '' : parameter.trim(),
    first: isCounted ? Number(form.first) : 0,
    size: Number(form.size),
    size_parameter: form.size.trim() === '' ? '' : sizeParameter.trim(),
    path: isCounted ? '' : form.path.trim(),
    records: form.records.trim(),
  }
}

/** Returns the requests of a draft as sent to the server; null if its address is simply fetched. */
export const requestsOf = (draft: { api: ApiDraft; address: string }): SourceApi | null =>
  isOnFileServer(draft) ? null : apiOf(draft.api)

/** Fingerprint of an SFTP server's key; another server has another one. */
export interface ServerKey {
  server: string
  key: string
}

/** Returns whether an address is of an FTP or SFTP server (specification 13.15). */
export const isOnFileServer = ({ address }: { address: string }): boolean =>
  /^(?:ftp|ftps|ftpes|sftp):\/\//i.test(address.trim())

/** Returns the key that a server showed, or that a source trusts; null without one. */
export function serverKeyOf(address: string, key: string | undefined): ServerKey | null {
  return key ? { server: serverOf(address), key } : null
}

/** Returns the key that the draft trusts for its current address; undefined to leave that to the server. */
export function trustedKeyOf(draft: { address: string; hostKey: ServerKey | null }): string | undefined {
  return keyFor(draft.address, draft.hostKey)
}

/** Returns a key if it is of the address's server. */
export const keyFor = (address: string, of: ServerKey | null): string | undefined =>
  of?.server === serverOf(address) ? of.key : undefined

/** Returns the key that a server showed instead of the trusted one, if a fetch failed for that; null otherwise. */
export const refusedKeyIn = (error: unknown): string | null =>
  error instanceof HttpError && error.status === 409 ? textField(error.body, 'host_key') : null

function serverOf(address: string): string {
  try {
    const { protocol, host } = new URL(address.trim())
    return `${protocol}//${host.toLowerCase().replace(/:22$/, '')}`
  } catch {
    return ''
  }
}
