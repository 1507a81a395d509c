// Specification 11.7

import { render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { QrCode } from './SecondFactorSteps.tsx'

/** Returns the dark modules that a path of 'Mx yhNv1h-Nz' rectangles covers, each as 'x y'. */
function covered(path: string): Set<string> {
  const cells = new Set<string>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(width); i++) cells.add(`${Number(x) + i} ${y}`)
  }
  return cells
}

it('QrCode draws every dark module and no other, black on white with a quiet zone', () => {
  const text = 'otpauth://totp/prices:anna?secret=ABCDEFGHIJKLMNOP&issuer=prices'
  render(<QrCode text={text} label="Код" />)
  const [white, black] = screen.getByRole('img', { name: 'Код' }).querySelectorAll('path')
  const { data, size } = encode(text, { ecc: 'L', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  expect(covered(black?.getAttribute('d') ?? '')).toEqual(new Set(dark))
  expect(black?.getAttribute('fill')).toBe('#000')
  expect(white?.getAttribute('fill')).toBe('#fff')
  expect(data.slice(0, 4).flat()).toEqual(Array(4 * size).fill(false))
})
