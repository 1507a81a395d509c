import { useMemo } from 'react'
import { encode } from 'uqr'

/** Width of the white border in modules, which QR readers require (ISO/IEC 18004, 'quiet zone'). */
const QUIET = 4

/**
 * QR code with low error correction, which suffices on a screen and makes the modules as large as possible. Black on
 * white in the dark theme too, because many readers cannot read inverted codes.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { ecc: 'L', border: QUIET }), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={data.flatMap(rowPath).join('')} />
    </svg>
  )
}

/** Returns SVG path parts for one row: a rectangle for each sequence of dark modules. */
function rowPath(row: readonly boolean[], y: number): string[] {
  const runs = row
    .map((dark) => (dark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g)
  return [...runs].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
}
