/** Paths on a grid of 24, drawn for this project. */
const PATHS = {
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M4 4l16 16M10 5.7c.6-.1 1.3-.2 2-.2 6.4 0 10 6.5 10 6.500a17 17 0 0 1-3 3.600M6 7.400C3.4 9.2 2 12 2 12s3.6 6.5 10 6.500c1.5 0 2.9-.4 4.1-.9M9.9 9.900a3 3 0 0 0 4.2 4.2',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14 6l-6 6 6 6',
  chevron: 'M7 10l5 5 5-5',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c.800-3.6 4-5.5 8-5.500s7.2 1.9 8 5.5',
  download: 'M12 4v11m-4.5-4L12 15.5 16.5 11M5 19.500h14',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.600L7 7m10 10l1.4 1.400M18.4 5.600L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.500A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.500Z',
  filter: 'M4 6h16M7 12h10M10 18h4',
} as const

export type IconName = keyof typeof PATHS

/** Decoration only: what it means is said by the text or label beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
