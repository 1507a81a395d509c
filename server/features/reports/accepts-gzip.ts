/**
 * Returns whether an answer may be sent as a gzip file (RFC 9110 §12.5.3).
 * @param accepted header Accept-Encoding
 */
export function acceptsGzip(accepted: string | string[] | undefined): boolean {
  const codings = new Map(
    String(accepted ?? '')
      .split(',')
      .map((coding) => {
        const [name = '', ...weight] = coding.toLowerCase().split(';')
        return [name.trim(), !/^\s*q=0(?:\.0*)?\s*$/.test(weight.join(';'))] as const
      }),
  )
  return codings.get('gzip') ?? codings.get('*') ?? false
}
