/**
 * Returns whether a client accepts a response compressed with gzip (RFC 9110 §12.5.3).
 * @param accepted value of the header Accept-Encoding
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
