/** Sizes of windows in CSS pixels. */
export const SIZES = {
  '1440×900': { width: 1440, height: 900 },
  '1280×720': { width: 1280, height: 720 },
  '820×1180': { width: 820, height: 1180 },
  '390×844': { width: 390, height: 844 },
} as const
export type Size = keyof typeof SIZES
export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Window and colour scheme in which a screen is opened. */
export interface Look {
  size: Size
  scheme: Scheme
}

/** Whether a size is that of a tablet or a phone. */
export const isTouch = (size: Size): boolean => SIZES[size].width < 1_000
