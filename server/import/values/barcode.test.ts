// Specification 10.13

import { describe, expect, it } from 'vitest'
import { gtinIn, printedGtin } from './barcode.ts'

describe('gtinIn', () => {
  it.each([
    ['4601234567893', '04601234567893'],
    [' 4 601234 567893 ', '04601234567893'],
    ['036000291452', '00036000291452'],
    ['14601234567890', '14601234567890'],
    ['4601234567893, 4006381333931', '04601234567893'],
    ['4601234567893 4006381333931', '04601234567893'],
    ['4601234567894,4006381333931', '04006381333931'],
    ['TS71912; 4006381333931', '04006381333931'],
    ['4601234567893/4006381333931', '04601234567893'],
    ['4601234567893,00', '04601234567893'],
  ])('returns the first valid barcode in %j', (text, gtin) => {
    expect(gtinIn(text)).toBe(gtin)
  })

  it.each([
    ['', 'nothing'],
    ['4601234567894', 'a wrong check digit'],
    ['460123456789', 'a wrong length'],
    ['0000000000000', 'zeros'],
    ['TS4601234567893', 'an article'],
    ['4,60123E+12', 'a damaged barcode'],
    ['4,12345670E+12', 'a damaged barcode with a valid number in it'],
    ['2000000012346', 'a number that a shop has assigned'],
    ['0240000123457', 'a number that a shop has assigned'],
  ])('returns nothing for %j: %s', (text) => {
    expect(gtinIn(text)).toBe('')
  })

  it('passes over the numbers that a shop has assigned', () => {
    expect(gtinIn('2000000012346, 4601234567893')).toBe('04601234567893')
  })
})

describe('printedGtin', () => {
  it.each([
    ['04601234567893', '4601234567893'],
    ['14601234567890', '14601234567890'],
    ['00036000291452', '0036000291452'],
    ['00000012345670', '12345670'],
    ['', ''],
  ])('prints %j as %j', (gtin, printed) => {
    expect(printedGtin(gtin)).toBe(printed)
  })
})
