import type { IncomingHttpHeaders } from 'node:http'

/** Meant for one connection only (RFC 9110 §7.6.1), and what frames a message on it. */
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
 * What browsers and scripts send of their own accord. Anything else may be what some proxy adds and a backend believes, such as
 * the user's name or address: from a client it is a forgery.
 */
const FROM_CLIENTS =
  /^(?:accept(?:-[a-z-]+)?|authorization|cache-control|content-(?:type|encoding|language|disposition)|cookie|date|dnt|from|if-[a-z-]+|last-event-id|origin|pragma|priority|range|referer|save-data|sec-[a-z-]+|traceparent|tracestate|upgrade-insecure-requests|user-agent|x-(?:csrf-token|xsrf-token|requested-with|request-id))$/

interface Forwarded {
  /** bytes of the body; undefined without one */
  length: number | undefined
  /** of the client, its Host header, and 'http' or 'https' */
  address: string
  host: string
  protocol: string
}

/** The headers a request is forwarded with. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  { length, address, host, protocol }: Forwarded,
): IncomingHttpHeaders {
  const forwarded = keep(headers, (name) => FROM_CLIENTS.test(name))
  forwarded['x-forwarded-for'] = address
  forwarded['x-forwarded-host'] = host
  forwarded['x-forwarded-proto'] = protocol
  forwarded['x-real-ip'] = address
  if (length !== undefined) forwarded['content-length'] = String(length)
  return forwarded
}

/** The headers an answer is passed on with. Its length stays: the body is passed on byte for byte. */
export function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const length = headers['content-length']
  const passed = keep(headers, () => true)
  return length === undefined ? passed : { ...passed, 'content-length': length }
}

function keep(headers: IncomingHttpHeaders, isKept: (name: string) => boolean): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && isKept(name)),
  )
}

/**
 * Whether every server reads this request target alike: no segments that would be resolved away, no separators that only
 * some know (WHATWG URL takes a backslash for a slash), and no address of another server.
 */
export function isUnambiguousPath(target: string): boolean {
  const path = target.split('?')[0] ?? ''
  return path.startsWith('/') && !/\\|\/\/|%(?:2e|2f|5c|00)|\/\.{1,2}(?:\/|$)/i.test(path)
}
