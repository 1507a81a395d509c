// Specification 2.12

import { expect, it } from 'vitest'
import { popupPlace } from './SearchBox.tsx'

const seen = { top: 0, bottom: 400 }

it.each([
  ['below, where there is room', { top: 100, bottom: 140 }, { above: false, room: 252 }],
  [
    'above, where the keyboard leaves too little below',
    { top: 300, bottom: 340 },
    { above: true, room: 292 },
  ],
  [
    'below, where neither side has enough and below is more',
    { top: 20, bottom: 300 },
    { above: false, room: 92 },
  ],
  ['above a field that the keyboard covers', { top: 420, bottom: 460 }, { above: true, room: 412 }],
])('a list opens %s', (_, field, place) => {
  expect(popupPlace(field, seen)).toEqual(place)
})

it('measures from the visible area instead of the page', () => {
  expect(popupPlace({ top: 300, bottom: 340 }, { top: 250, bottom: 500 })).toEqual({
    above: false,
    room: 152,
  })
})
