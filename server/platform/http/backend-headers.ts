import type { IncomingHttpHeaders } from 'node:http'

/** Headers that concern one connection only (RFC 9110 §7.6.1), and headers that frame a message on it. */
const HOP_BY_HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Headers that browsers and scripts send. No others are forwarded: a backend may trust a header that proxies add, such
 * as the user's name or address, and a client could forge it.
 */
const FROM_CLIENTS =
  /^(?:accept(?:-[a-z-]+)?|authorization|cache-control|content-(?:type|encoding|language|disposition)|cookie|date|dnt|from|if-[a-z-]+|last-event-id|origin|pragma|priority|range|referer|save-data|sec-[a-z-]+|traceparent|tracestate|upgrade-insecure-requests|user-agent|x-(?:csrf-token|xsrf-token|requested-with))$/

interface Forwarded {
  /** length of the body in bytes; undefined without a body */
  length: number | undefined
  /** address of the client; `host` is its Host header, `protocol` is 'http' or 'https' */
  address: string
  host: string
  protocol: string
  /** id of the request */
  id: string
}

/** Returns the headers with which a request is forwarded. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  { length, address, host, protocol, id }: Forwarded,
): IncomingHttpHeaders {
  const forwarded = keep(headers, (name) => FROM_CLIENTS.test(name))
  forwarded['x-forwarded-for'] = address
  forwarded['x-forwarded-host'] = host
  forwarded['x-forwarded-proto'] = protocol
  forwarded['x-real-ip'] = address
  forwarded['x-request-id'] = id
  if (length !== undefined) forwarded['content-length'] = String(length)
  return forwarded
}

/**
 * Returns the headers with which a response is forwarded. Content-Length is included, because the body is forwarded
 * unchanged.
 */
export function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const length = headers['content-length']
  const passed = keep(headers, () => true)
  return length === undefined ? passed : { ...passed, 'content-length': length }
}

function keep(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): IncomingHttpHeaders {
  const named = new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && isKept(name)),
  )
}

/**
 * Returns whether all servers interpret this request target in the same way: no segments that would be resolved, no
 * separators that only some servers recognise (WHATWG URL treats a backslash as a slash), and no address of another
 * server.
 */
export function isUnambiguousPath(target: string): boolean {
  const path = target.split('?')[0] ?? ''
  return path.startsWith('/') && !/\\|\/\/|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i.test(path)
}
